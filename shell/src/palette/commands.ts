import type { Shell } from '../Shell.ts';
import type { Entry } from './Entry.ts';
import { messages } from './messages.ts';

/** Returns the commands of plugins. An error of a command is shown as a notification. */
export function commandEntries(shell: Shell): Entry[] {
  const { allows, language, log, notifications, plugins, registry } = shell;
  return registry.list('commands').flatMap(({ plugin, value }): Entry[] => {
    const { id, label, icon = 'plug', keywords = [], requires, shortcut, run } = value;
    const record = plugins.find(plugin);
    if (!record || !allows(requires)) return [];
    const name = language.text(label);
    return [
      {
        id: `command ${id}`,
        group: 'commands',
        label: name,
        detail: plugin,
        words: keywords.join(' '),
        icon,
        ...(shortcut === undefined ? {} : { keys: shortcut }),
        run: () => {
          Promise.resolve()
            .then(() => run(shell.apiFor(record, new AbortController().signal)))
            .catch((error: unknown) => {
              const cause = log.causeOf(error);
              log.failure(`The command ${id} of ${plugin} failed: ${cause}`, error);
              notifications.error(language.text(messages.failed, { label: name, cause }));
            });
        },
      },
    ];
  });
}

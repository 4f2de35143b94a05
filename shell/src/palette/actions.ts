import type { Message, TextValues } from '@lading/contract';
import { MIRRORED } from '../language/languages.ts';
import type { Theme } from '../page/ThemeChoice.ts';
import type { Shell } from '../Shell.ts';
import type { Entry } from './Entry.ts';
import { themes, actions as words } from './messages.ts';

/** Returns the shell's own actions, available on every page. */
export function actionEntries(shell: Shell): Entry[] {
  const { language, menus, navigation, project, state, theme, user } = shell;
  const text = (message: Message, values?: TextValues) => language.text(message, values);
  const entry = (
    id: string,
    label: string,
    icon: string,
    run: () => void,
    more: Partial<Entry> = {},
  ): Entry => ({
    id,
    group: 'actions',
    label,
    icon,
    run,
    ...more,
  });
  const entries = [
    entry('sidebar', text(state.sidebarCollapsed ? words.expand : words.collapse), 'sidebarClose', () =>
      state.toggleSidebar(),
    ),
    ...(Object.keys(themes) as Theme[]).map((name) =>
      entry(`theme ${name}`, text(words.theme, { theme: text(themes[name]) }), 'theme', () =>
        theme.choose(name),
      ),
    ),
    ...language.available
      .filter(({ tag }) => tag !== MIRRORED.tag)
      .map(({ tag, name }) =>
        entry(
          `language ${tag}`,
          text(words.language, { language: name }),
          'globe',
          () => void language.choose(tag),
          {
            words: tag,
          },
        ),
      ),
  ];
  if (user.current?.admin) {
    entries.push(
      entry('mirrored', text(words.mirrored), 'globe', () => void language.choose(MIRRORED.tag), {
        words: 'rtl',
      }),
    );
  }
  if (project.current !== undefined) {
    entries.push(entry('allProjects', text(words.allProjects), 'folder', () => project.choose(undefined)));
  }
  if (!user.signedIn) {
    entries.push(entry('signIn', text(words.signIn), 'person', () => void navigation.go('/login')));
  }
  for (const { id, item, action, place, verdict } of menus.judged()) {
    const { subscription, path } = item;
    if (verdict.shown !== 'yes' || !(place === 'create' || place === 'user' || place === 'help')) continue;
    const url = subscription ? shell.platform.subscriptionUrl : undefined;
    if (action === 'keyboardShortcuts') continue;
    entries.push(
      entry(
        id,
        text(item.label),
        iconOf(place, action),
        () => {
          if (action) menus.run(action);
          else if (url !== undefined) window.open(url, '_blank', 'noopener,noreferrer');
          else if (path !== undefined) void navigation.go(path);
        },
        {
          group: place === 'create' ? 'create' : 'actions',
          ...(path === undefined ? {} : { path, href: navigation.href(path) }),
          ...(url === undefined ? {} : { href: url }),
        },
      ),
    );
  }
  return entries;
}

function iconOf(place: 'create' | 'user' | 'help', action: string | undefined): string {
  if (action === 'logout') return 'signOut';
  return { create: 'add', user: 'person', help: 'help' }[place];
}

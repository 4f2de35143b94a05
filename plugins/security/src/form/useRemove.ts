import { useShell, useText } from '@lading/ui';
import { messages } from './messages.ts';

/** Asks before settings are taken away; says what came of it. */
export function useRemove(name: string, remove: () => Promise<void>): () => Promise<void> {
  const { modals, notifications } = useShell();
  const text = useText();
  return async () => {
    const agreed = await modals.confirm({
      title: text(messages.removeTitle, { name }),
      text: text(messages.removeText),
      verb: text(messages.remove),
      danger: true,
    });
    if (!agreed) return;
    try {
      await remove();
      notifications.success(text(messages.removed, { name }));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(messages.notRemoved, { name, cause: why }));
    }
  };
}

import { useShell, useText } from '@lading/ui';
import { messages } from './messages.ts';

interface Deletion {
  readonly name: string;
  /** Where one goes afterwards. */
  readonly back: string;
  /** What goes with it, in words; it may have to be asked for. */
  readonly consequence: () => string | Promise<string>;
  readonly remove: () => Promise<unknown>;
  /** Called when it is gone, before one goes. */
  readonly onRemoved: () => void;
}

/** Asks whether to delete something, names what goes with it, and deletes it. A failure is said over the page. */
export function useDelete(deletion: Deletion): () => Promise<void> {
  const { modals, notifications, navigation } = useShell();
  const text = useText();
  return async () => {
    const { name, back, consequence, remove, onRemoved } = deletion;
    try {
      const agreed = await modals.confirm({
        title: text(messages.deleteTitle, { name }),
        text: await consequence(),
        verb: text(messages.remove),
        danger: true,
      });
      if (!agreed) return;
      await remove();
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(messages.notDeleted, { name, cause: words }));
      return;
    }
    onRemoved();
    notifications.success(text(messages.deleted, { name }));
    await navigation.go(back);
  };
}

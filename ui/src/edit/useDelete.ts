import type { Message } from '@lading/contract';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { messages } from './messages.ts';

type Texts = Readonly<Record<'remove' | 'deleteTitle' | 'deleted' | 'notDeleted', Message>>;

interface Deletion {
  readonly name: string;
  /** The page to open afterwards. */
  readonly back: string;
  /** Returns the consequences as a text, after loading them if necessary. */
  readonly consequence: () => string | Promise<string>;
  readonly remove: () => Promise<unknown>;
  /** Called after deletion, before `back` is opened. */
  readonly onRemoved: () => void;
  /** The texts for other verbs than 'Delete'. */
  readonly texts?: Partial<Texts>;
}

/**
 * Deletes an object after a confirmation that names the consequences. A failure is a notification.
 */
export function useDelete(deletion: Deletion): () => Promise<void> {
  const { modals, notifications, navigation } = useShell();
  const text = useText();
  return async () => {
    const { name, back, consequence, remove, onRemoved } = deletion;
    const texts: Texts = { ...messages, ...deletion.texts };
    try {
      const agreed = await modals.confirm({
        title: text(texts.deleteTitle, { name }),
        text: await consequence(),
        verb: text(texts.remove),
        danger: true,
      });
      if (!agreed) return;
      await remove();
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      notifications.error(text(texts.notDeleted, { name, cause: words }));
      return;
    }
    onRemoved();
    notifications.success(text(texts.deleted, { name }));
    await navigation.go(back);
  };
}

import { useText } from '@lading/ui';
import { useDelete } from '@lading/ui/edit';
import { messages } from './messages.ts';
import type { SettingsStore } from './SettingsStore.ts';

const texts = {
  remove: messages.remove,
  deleteTitle: messages.removeTitle,
  deleted: messages.removed,
  notDeleted: messages.notRemoved,
};

/** Removes settings after a confirmation, and opens `back`. */
export function useRemove(
  store: SettingsStore,
  { name, back, remove }: { name: string; back: string; remove: () => Promise<void> },
): () => Promise<void> {
  const text = useText();
  return useDelete({
    name,
    back,
    remove,
    consequence: () => text(messages.removeText),
    onRemoved: () => store.form.reset(),
    texts,
  });
}

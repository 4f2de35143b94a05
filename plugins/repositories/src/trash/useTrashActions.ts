import type { TrashItem } from '@lading/contract/rest';
import { useShell, useText } from '@lading/ui';
import { messages } from './messages.ts';
import { deleteItem, emptyTrash, restoreItems } from './trashApi.ts';

/**
 * Actions on items of the trash; only administrators can delete. Each reports its result as a
 * notification.
 */
export function useTrashActions(onChanged: () => void) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const act = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (cause) {
      notifications.error(text(messages.failed, { cause: (cause as Error).message }));
    }
    onChanged();
  };
  const restore = (items: readonly TrashItem[]) =>
    act(async () => {
      const { restored, failed } = await restoreItems(http, items);
      if (restored.length > 0) notifications.success(text(messages.restored, { count: restored.length }));
      const [first] = failed;
      if (!first) return;
      const { name, message: cause } = first;
      notifications.error(text(messages.notRestored, { count: failed.length, name, cause }));
    });
  const remove = async (items: readonly TrashItem[], clear: () => void) => {
    const agreed = await modals.confirm({
      title: text(messages.removeTitle, { count: items.length }),
      text: text(messages.removeText),
      verb: text(messages.remove),
      danger: true,
    });
    if (!agreed) return;
    clear();
    await act(async () => {
      for (const item of items) await deleteItem(http, item);
      notifications.success(text(messages.removed, { count: items.length }));
    });
  };
  const empty = async () => {
    const agreed = await modals.confirm({
      title: text(messages.emptyTitle),
      text: text(messages.emptyText),
      verb: text(messages.empty),
      danger: true,
    });
    if (agreed)
      await act(async () => {
        const { items } = await emptyTrash(http);
        notifications.success(text(messages.removed, { count: items }));
      });
  };
  return { restore, remove, empty };
}

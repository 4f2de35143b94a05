import type { NotificationAction } from '@lading/contract';
import type { TrashOutcome } from '@lading/contract/rest';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { messages } from './messages.ts';

const RESTORE = '/ui/api/v1/ui/trash/restore';
/** Maximum deletions per request. */
const MOST = 50;

/**
 * Returns the action that restores deleted items from the trash, for the notification of a
 * deletion. Undefined if the trash contains none of them. The result is another notification.
 */
export function useUndo(): (
  deletions: readonly string[],
  onRestored: () => void,
) => NotificationAction | undefined {
  const { http, notifications } = useShell();
  const text = useText();
  const restore = async (deletions: readonly string[]) => {
    let restored = 0;
    const failed: TrashOutcome['failed'] = [];
    for (let at = 0; at < deletions.length; at += MOST) {
      const part = deletions.slice(at, at + MOST);
      let cursor: string | undefined;
      do {
        const body = { deletions: part, ...(cursor === undefined ? {} : { cursor }) };
        const outcome: TrashOutcome = await http.json(RESTORE, { method: 'POST', body, timeout: 600_000 });
        restored += outcome.restored.length;
        failed.push(...outcome.failed);
        cursor = outcome.next;
      } while (cursor !== undefined);
    }
    return { restored, failed };
  };
  const undo = async (deletions: readonly string[], onRestored: () => void) => {
    try {
      const { restored, failed } = await restore(deletions);
      const [first] = failed;
      if (first)
        notifications.error(text(messages.notRestored, { count: failed.length, cause: first.message }));
      else notifications.success(text(messages.restored, { count: restored }));
    } catch (cause) {
      notifications.error(text(messages.restoreFailed, { cause: (cause as Error).message }));
    }
    onRestored();
  };
  return (deletions, onRestored) =>
    deletions.length === 0
      ? undefined
      : { verb: text(messages.undo), act: () => void undo(deletions, onRestored) };
}

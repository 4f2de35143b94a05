import type { NotificationAction } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { TreeApi } from '../treeApi.ts';
import { messages } from './messages.ts';
import { Steps } from './Steps.ts';

/** A file or folder that was moved to a path where nothing was before. */
export interface Move {
  readonly repoKey: string;
  readonly path: string;
  readonly targetRepoKey: string;
  readonly targetPath: string;
}

/**
 * Returns the action that moves everything back, for the notification of a move. Undefined without
 * moves. The result is another notification.
 */
export function useMoveBack(): (
  moves: readonly Move[],
  onMovedBack: () => void,
) => NotificationAction | undefined {
  const { http, notifications } = useShell();
  const text = useText();
  const moveBack = async (moves: readonly Move[], onMovedBack: () => void) => {
    const api = new TreeApi(http);
    let count = 0;
    let error: Error | undefined;
    for (const move of moves) {
      const moved = { repoKey: move.targetRepoKey, path: move.targetPath };
      const way = { ...moved, targetRepoKey: move.repoKey, targetPath: move.path };
      const steps = new Steps(async (continueState, signal) => {
        if (continueState !== undefined) return api.transfer('move', { ...way, continueState }, signal);
        // A move would merge folders and replace files.
        const { targetExists } = await api.transfer('move', { ...way, dry: true }, signal);
        if (targetExists)
          throw new Error(text(messages.existsAgain, { path: `${move.repoKey}/${move.path}` }));
        return api.transfer('move', way, signal);
      });
      await steps.run();
      count += steps.done;
      error ??= steps.error;
    }
    if (error) notifications.error(text(messages.notMovedBack, { cause: error.message }));
    else notifications.success(text(messages.movedBack, { count }));
    onMovedBack();
  };
  return (moves, onMovedBack) =>
    moves.length === 0
      ? undefined
      : { verb: text(messages.undo), act: () => void moveBack(moves, onMovedBack) };
}

import type { TreeChange, TreePlanLine } from '@lading/contract/rest';
import type { Step } from '../actions/Steps.ts';
import type { TreeApi } from '../treeApi.ts';

export type Change = 'remove' | 'copy' | 'move';

/**
 * Runs the same action on the planned nodes sequentially, with as many calls as each needs.
 * Continues at the failed node when it is run again.
 */
export function bulkSteps(
  api: TreeApi,
  what: Change,
  lines: readonly TreePlanLine[],
  targetRepoKey: string,
): Step {
  let at = 0;
  let continueState: string | undefined;
  return async (_state, signal): Promise<TreeChange> => {
    const line = lines[at];
    if (!line) return { files: 0, bytes: 0 };
    const { repoKey, path, files, targetPath = '' } = line;
    const more = continueState === undefined ? {} : { continueState };
    const done =
      what === 'remove'
        ? await api.remove({ repoKey, path, ...(more.continueState ? more : { expect: files }) }, signal)
        : await api.transfer(what, { repoKey, path, targetRepoKey, targetPath, ...more }, signal);
    ({ continueState } = done);
    if (continueState === undefined) at += 1;
    const { deletion } = done;
    return {
      files: done.files,
      bytes: done.bytes,
      ...(deletion === undefined ? {} : { deletion }),
      ...(at < lines.length ? { continueState: `${at}` } : {}),
    };
  };
}

import { parentOf } from '../address/treeAddress.ts';
import type { TreeApi } from '../treeApi.ts';

/**
 * Returns the nearest existing ancestor of a deleted node, or the repository when there is none or
 * the lookup fails.
 */
export async function nearestExisting(api: TreeApi, repoKey: string, gone: string): Promise<string> {
  for (let path = parentOf(gone); path !== ''; path = parentOf(path)) {
    const found = await api.node(repoKey, path, new AbortController().signal).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return '';
}

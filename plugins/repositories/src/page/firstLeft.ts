import { parentOf } from '../address/treeAddress.ts';
import type { TreeApi } from '../treeApi.ts';

/** The nearest folder above what went that is still there; the repository itself where none is, or where that cannot be found out. */
export async function firstLeft(api: TreeApi, repoKey: string, gone: string): Promise<string> {
  for (let path = parentOf(gone); path !== ''; path = parentOf(path)) {
    const found = await api.node(repoKey, path, new AbortController().signal).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return '';
}

import { HttpFailure } from '@lading/contract';
import type { TreeNodeDetails, TreeRequest } from '@lading/contract/rest';
import type { FakeCall, FakeShell } from '@lading/contract/testing';
import { folderListing, treeNode, treePage, treeState } from '@lading/contract/testing/handlers';

export const FOLDERS = '/ui/api/v1/ui/v2/nativeBrowser';
export const BROWSER = '/ui/api/v1/ui/v2/treebrowser';

const versions = [{ packageId: 'generic://a', packageName: 'a', version: '1.0.0', licenses: ['MIT'] }];

/** Responds as the platform does, from a list of paths such as `generic-local/a/b.txt`. */
export function answerTree(
  shell: FakeShell,
  files: readonly string[],
  more: Partial<TreeNodeDetails> = {},
): void {
  const state = treeState(files, { versions });
  shell.http.on(`POST ${BROWSER}`, ({ options }: FakeCall) => treePage(state, options.body as TreeRequest));
  shell.http.on(`GET ${BROWSER}/node`, ({ options }: FakeCall): TreeNodeDetails => {
    const { repoKey, path } = options.query as { repoKey: string; path: string };
    const node = treeNode(state, repoKey, path);
    if (!node) throw new HttpFailure(404, `${path} not found in ${repoKey}`, 'NOT_FOUND');
    return { ...node, ...more };
  });
  for (const folder of foldersOf(files)) {
    const address = folder.split('/').map(encodeURIComponent).join('/');
    const [repoKey = '', ...segments] = folder.split('/');
    shell.http.on(`GET ${FOLDERS}/${address}`, ({ options }: FakeCall) => {
      const query = Object.entries(options.query ?? {}).map(([key, value]) => [key, String(value)]);
      return folderListing(state, repoKey, segments.join('/'), Object.fromEntries(query));
    });
  }
}

function foldersOf(files: readonly string[]): Set<string> {
  const found = files.flatMap((file) => {
    const segments = file.split('/');
    return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/'));
  });
  return new Set(found);
}

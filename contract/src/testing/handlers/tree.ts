import { HttpResponse, http, type RequestHandler } from 'msw';
import type {
  ArtifactsCount,
  NativeEntry,
  NativeListing,
  TreeArchive,
  TreeChange,
  TreeFavorites,
  TreeFile,
  TreeNode,
  TreeNodeDetails,
  TreePage,
  TreePlace,
  TreePlan,
  TreeRemoval,
  TreeRequest,
  TreeSelection,
  TreeTransfer,
  TreeUploads,
} from '../../rest/index.ts';
import { refusal } from './refusal.ts';

const BROWSER = '*/ui/api/v1/ui/v2/treebrowser';

/** Content of repositories. Tests may change it between requests. */
export interface TreeState {
  /**
   * A repository and a path: `generic-local/a/b.txt`. Keys that end in `remote` are remote
   * repositories.
   */
  files: readonly string[];
  /** Overrides fields of each file. */
  file: Partial<TreeFile>;
  favorites: readonly TreePlace[];
}

export function treeState(files: readonly string[], file: Partial<TreeFile> = {}): TreeState {
  return { files, file, favorites: [] };
}

/** Returns the response to a request for a page of the tree. */
export function treePage({ files }: TreeState, request: TreeRequest): TreePage {
  if (request.type === 'junction')
    return pageOf(childrenOf(files, request.repoKey ?? '', request.path ?? ''), request);
  const repositories = [...new Set(files.map((path) => path.split('/')[0] ?? ''))];
  return {
    data: repositories.map((key) => ({
      type: 'repository',
      repoKey: key,
      path: '',
      text: key,
      repoType: key.endsWith('remote') ? 'remote' : 'local',
      repoPkgType: key.split('-')[0] ?? '',
    })),
  };
}

/** Returns the response to a request for the list of a folder, by name or by size. */
export function folderListing(
  state: TreeState,
  repoKey: string,
  path: string,
  query: Readonly<Record<string, string>>,
): NativeListing {
  const { filter = '', sortBy = 'name', descending = 'false', limit = '200', continueState = '0' } = query;
  const summed = query.folders === 'true' || sortBy !== 'name';
  const entries = childrenOf(state.files, repoKey, path).map(({ text, type, path: at }): NativeEntry => {
    const files = below(state, `${repoKey}/${at}`).length;
    const { size, created, modified, downloads, mimeType } = { ...sampleFile(repoKey), ...state.file };
    const details = { created, lastModified: modified, size: files * size, downloads: files * downloads };
    const folder = type === 'folder';
    if (folder) return { name: text, folder, ...(summed ? details : {}) };
    return { name: text, folder, ...details, mimeType };
  });
  const found = entries.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  if (sortBy === 'size') found.sort((one, other) => (one.size ?? 0) - (other.size ?? 0));
  if (descending === 'true') found.reverse();
  const [from, to] = [Number(continueState), Number(continueState) + Number(limit)];
  return { data: found.slice(from, to), ...(to < found.length ? { continueState: `${to}` } : {}) };
}

/** Returns the details of a node; `undefined` if it does not exist. */
export function treeNode(state: TreeState, repoKey: string, path: string): TreeNodeDetails | undefined {
  const whole = path === '' ? repoKey : `${repoKey}/${path}`;
  const isFile = state.files.includes(whole);
  if (!isFile && !below(state, whole).length) return undefined;
  return {
    type: isFile ? 'file' : path === '' ? 'repository' : 'folder',
    repoKey,
    path,
    repoType: 'local',
    repoPkgType: repoKey.split('-')[0] ?? '',
    ...(path === '' ? { description: 'Files of any kind' } : {}),
    uri: `/artifactory/${whole}`,
    actions: {
      deploy: true,
      annotate: isFile || 'Properties can be set only on files',
      delete: path !== '' || 'Only administrators can delete a repository',
    },
    ...(isFile ? { file: { ...sampleFile(repoKey), ...state.file } } : {}),
  };
}

function sampleFile(repoKey: string): TreeFile {
  return {
    repoKey,
    size: 2048,
    mimeType: 'text/plain',
    created: '2026-01-01T10:00:00Z',
    createdBy: 'ada',
    modified: '2026-02-01T10:00:00Z',
    modifiedBy: 'bea',
    downloads: 1234,
    checksums: { sha256: 'c'.repeat(64), sha1: 'b'.repeat(40), md5: 'a'.repeat(32) },
    properties: { 'qa.status': ['passed'] },
    versions: [{ packageId: 'generic://a', packageName: 'a', version: '1.0.0', licenses: [] }],
  };
}

/** msw handlers of the tree of repositories, based on `state`. */
export function treeHandlers(state: TreeState): RequestHandler[] {
  const nothing = (repoKey: string, path: string) =>
    refusal(404, 'NOT_FOUND', `Path ${path} not found in ${repoKey}`);
  return [
    http.post(BROWSER, async ({ request }) =>
      HttpResponse.json(treePage(state, (await request.json()) as TreeRequest)),
    ),
    http.get(`${BROWSER}/node`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [repoKey, path] = [query.get('repoKey') ?? '', query.get('path') ?? ''];
      const node = treeNode(state, repoKey, path);
      return node ? HttpResponse.json(node) : nothing(repoKey, path);
    }),
    http.get('*/ui/api/v1/ui/v2/nativeBrowser/*', ({ request }) => {
      const { pathname, searchParams } = new URL(request.url);
      const [, place = ''] = pathname.split('/nativeBrowser/');
      const [repoKey = '', ...segments] = place.split('/').map(decodeURIComponent);
      const path = segments.join('/');
      if (!treeNode(state, repoKey, path)) return nothing(repoKey, path);
      return HttpResponse.json(folderListing(state, repoKey, path, Object.fromEntries(searchParams)));
    }),
    http.post('*/ui/api/v1/ui/artifactgeneral/artifactsCount', async ({ request }) => {
      const { repoKey, path } = (await request.json()) as TreeRemoval;
      const found = below(state, `${repoKey}/${path}`);
      const answer: ArtifactsCount = { artifactsCount: found.length, artifactSize: found.length * 2048 };
      return HttpResponse.json(answer);
    }),
    http.post(`${BROWSER}/remove`, async ({ request }) => {
      const { repoKey, path, dry } = (await request.json()) as TreeRemoval;
      const going = below(state, `${repoKey}/${path}`);
      if (going.length === 0) return nothing(repoKey, path);
      if (!dry) state.files = state.files.filter((file) => !going.includes(file));
      const answer: TreeChange = { files: going.length, bytes: going.length * 2048 };
      return HttpResponse.json(
        dry ? { ...answer, versions: 1, packages: 1, trashDays: 14 } : { ...answer, deletion: 'deletion' },
      );
    }),
    ...(['copy', 'move'] as const).map((what) =>
      http.post(`${BROWSER}/${what}`, async ({ request }) => {
        const { repoKey, path, targetRepoKey, targetPath, dry } = (await request.json()) as TreeTransfer;
        const [from, to] = [`${repoKey}/${path}`, `${targetRepoKey}/${targetPath}`];
        const going = below(state, from);
        if (going.length === 0) return nothing(repoKey, path);
        const targetExists = below(state, to).length > 0;
        const added = going.map((file) => to + file.slice(from.length));
        const kept = what === 'move' ? state.files.filter((file) => !going.includes(file)) : state.files;
        if (!dry) state.files = [...new Set([...kept, ...added])];
        const answer: TreeChange = { files: going.length, bytes: going.length * 2048 };
        return HttpResponse.json(dry ? { ...answer, replaces: 0, targetExists } : answer);
      }),
    ),
    http.post(`${BROWSER}/plan`, async ({ request }) =>
      HttpResponse.json(treePlan(state, (await request.json()) as TreeSelection)),
    ),
    http.post(`${BROWSER}/archive`, async ({ request }) => {
      const { nodes } = (await request.json()) as Pick<TreeSelection, 'nodes'>;
      const gone = nodes.find(({ repoKey, path }) => below(state, `${repoKey}/${path}`).length === 0);
      if (gone) return nothing(gone.repoKey, gone.path);
      const answer: TreeArchive = { uri: '/ui/api/v1/ui/v2/treebrowser/archive/an-id' };
      return HttpResponse.json(answer, { status: 201 });
    }),
    http.get(`${BROWSER}/favorites`, () => {
      const favorites = state.favorites.map((place) => {
        const type = treeNode(state, place.repoKey, place.path)?.type;
        return { ...place, ...(type ? { type } : {}) };
      });
      return HttpResponse.json({ favorites } satisfies TreeFavorites);
    }),
    http.put(`${BROWSER}/favorites`, async ({ request }) => {
      const { repoKey, path } = (await request.json()) as TreePlace;
      if (!treeNode(state, repoKey, path)) return nothing(repoKey, path);
      state.favorites = [...without(state, { repoKey, path }), { repoKey, path }];
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete(`${BROWSER}/favorites`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const place = { repoKey: query.get('repoKey') ?? '', path: query.get('path') ?? '' };
      state.favorites = without(state, place);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${BROWSER}/uploads`, async ({ request }) => {
      const { repoKey, paths } = (await request.json()) as { repoKey: string; paths: string[] };
      const existing = paths.filter((path) => state.files.includes(`${repoKey}/${path}`));
      return HttpResponse.json({ existing } satisfies TreeUploads);
    }),
  ];
}

/** Returns the plan for several nodes, each counted separately. */
export function treePlan(state: TreeState, { what, nodes, target }: TreeSelection): TreePlan {
  const lines = nodes.map(({ repoKey, path }) => {
    const files = below(state, `${repoKey}/${path}`).length;
    if (files === 0)
      return { repoKey, path, files, bytes: 0, refused: `Path ${path} not found in ${repoKey}` };
    const name = path.slice(path.lastIndexOf('/') + 1);
    const targetPath = target && (target.path === '' ? name : `${target.path}/${name}`);
    const targetExists = target !== undefined && below(state, `${target.repoKey}/${targetPath}`).length > 0;
    const to = targetPath === undefined ? {} : { targetPath, targetExists };
    return { repoKey, path, files, bytes: files * 2048, ...to };
  });
  const files = lines.reduce((sum, line) => sum + line.files, 0);
  return {
    ...{ nodes: lines, files, bytes: files * 2048 },
    ...(what === 'remove' ? { versions: files, packages: 1, trashDays: 14 } : {}),
    ...(target ? { replaces: 0 } : {}),
  };
}

function without({ favorites }: TreeState, { repoKey, path }: TreePlace): TreePlace[] {
  return favorites.filter((each) => each.repoKey !== repoKey || each.path !== path);
}

function below({ files }: TreeState, whole: string): string[] {
  return files.filter((file) => file === whole || file.startsWith(`${whole}/`));
}

function childrenOf(files: readonly string[], repoKey: string, path: string): TreeNode[] {
  const prefix = path === '' ? `${repoKey}/` : `${repoKey}/${path}/`;
  const found = new Map<string, TreeNode>();
  for (const file of files.filter((each) => each.startsWith(prefix))) {
    const [name = '', ...more] = file.slice(prefix.length).split('/');
    const type = more.length > 0 ? 'folder' : 'file';
    found.set(name, { type, repoKey, path: path === '' ? name : `${path}/${name}`, text: name });
  }
  return [...found.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

function pageOf(all: readonly TreeNode[], request: TreeRequest): TreePage {
  const { limit = 200, continueState, previousState, around } = request;
  const at = (name: string) => {
    const found = all.findIndex(({ text }) => text >= name);
    return found < 0 ? all.length : found;
  };
  let [from, to] = [0, limit];
  if (continueState !== undefined) [from, to] = [at(continueState) + 1, at(continueState) + 1 + limit];
  if (previousState !== undefined) [from, to] = [at(previousState) - limit, at(previousState)];
  if (around !== undefined) [from, to] = [at(around) - limit / 2, at(around) + limit / 2];
  from = Math.max(0, from);
  const data = all.slice(from, to);
  return {
    data,
    ...(to < all.length && previousState === undefined ? { continueState: data.at(-1)?.text ?? '' } : {}),
    ...(from > 0 && continueState === undefined ? { previousState: data[0]?.text ?? '' } : {}),
  };
}

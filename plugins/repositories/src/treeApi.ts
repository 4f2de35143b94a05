import type { Http } from '@lading/contract';
import type {
  ArtifactsCount,
  DeployRepositories,
  FoundPaths,
  NativeListing,
  TreeArchive,
  TreeChange,
  TreeFavorite,
  TreeFavorites,
  TreeNodeDetails,
  TreePage,
  TreePlace,
  TreePlan,
  TreeRemoval,
  TreeRequest,
  TreeSelection,
  TreeTransfer,
  TreeUploads,
} from '@lading/contract/rest';

const FOLDERS = '/ui/api/v1/ui/v2/nativeBrowser';
const BROWSER = '/ui/api/v1/ui/v2/treebrowser';
const FAVORITES = `${BROWSER}/favorites`;
/** Milliseconds. Counting a large folder visits every file. */
const COUNTING_MS = 120_000;

/** Query parameters of the list of a folder. */
export interface FolderQuery {
  readonly limit: number;
  readonly sortBy: string;
  readonly descending: boolean;
  /** Includes the sums of folders. */
  readonly folders: boolean;
  readonly filter?: string;
  readonly continueState?: string;
}

/** Platform calls of the tree. All methods throw `HttpFailure`. */
export class TreeApi {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  page(request: TreeRequest, compacted: boolean, signal?: AbortSignal): Promise<TreePage> {
    const query = { compacted };
    return this.#http.json(BROWSER, { method: 'POST', query, body: request, ...(signal ? { signal } : {}) });
  }

  node(repoKey: string, path: string, signal: AbortSignal): Promise<TreeNodeDetails> {
    return this.#http.json(`${BROWSER}/node`, { query: { repoKey, path }, signal });
  }

  contents(repoKey: string, path: string, query: FolderQuery, signal: AbortSignal): Promise<NativeListing> {
    return this.#http.json(`${FOLDERS}/${addressOf(repoKey, path)}`, { query: { ...query }, signal });
  }

  /** Finds folders and files by a part of their path. */
  find(query: string, project: string | undefined, signal: AbortSignal): Promise<FoundPaths> {
    const within = project === undefined ? {} : { project };
    return this.#http.json('/ui/api/v1/search/tree', { query: { query, ...within }, signal });
  }

  count(repoKey: string, path: string, signal: AbortSignal): Promise<ArtifactsCount> {
    const body = { repoKey, path };
    return this.#http.json('/ui/api/v1/ui/artifactgeneral/artifactsCount', {
      method: 'POST',
      body,
      signal,
      timeout: COUNTING_MS,
    });
  }

  remove(body: TreeRemoval, signal?: AbortSignal): Promise<TreeChange> {
    return this.#change('remove', body, signal);
  }

  transfer(what: 'copy' | 'move', body: TreeTransfer, signal?: AbortSignal): Promise<TreeChange> {
    return this.#change(what, body, signal);
  }

  /** Previews an action on several nodes. Changes nothing. */
  plan(body: TreeSelection, signal?: AbortSignal): Promise<TreePlan> {
    const call = { method: 'POST', body, timeout: COUNTING_MS, ...(signal ? { signal } : {}) } as const;
    return this.#http.json(`${BROWSER}/plan`, call);
  }

  /** Returns the URL that downloads the nodes as one archive. */
  async archive(nodes: readonly TreePlace[]): Promise<string> {
    const { uri } = await this.#http.json<TreeArchive>(`${BROWSER}/archive`, {
      ...{ method: 'POST', body: { nodes }, timeout: COUNTING_MS },
    });
    return uri;
  }

  async favorites(signal?: AbortSignal): Promise<TreeFavorite[]> {
    const { favorites } = await this.#http.json<TreeFavorites>(FAVORITES, signal ? { signal } : {});
    return favorites;
  }

  keepFavorite(place: TreePlace): Promise<void> {
    return this.#http.json(FAVORITES, { method: 'PUT', body: place });
  }

  forgetFavorite({ repoKey, path }: TreePlace): Promise<void> {
    return this.#http.json(FAVORITES, { method: 'DELETE', query: { repoKey, path } });
  }

  uploads(repoKey: string, paths: readonly string[]): Promise<TreeUploads> {
    return this.#http.json(`${BROWSER}/uploads`, { method: 'POST', body: { repoKey, paths } });
  }

  setProperties(
    repoKey: string,
    path: string,
    props: Readonly<Record<string, readonly string[] | null>>,
  ): Promise<void> {
    return this.#http.json(`/artifactory/api/metadata/${addressOf(repoKey, path)}`, {
      method: 'PATCH',
      body: { props },
    });
  }

  /** Returns the keys of the local repositories that the user can upload to. */
  async targets(): Promise<string[]> {
    const query = { deploy: true };
    const { repoTypesList } = await this.#http.json<DeployRepositories>('/ui/api/v1/ui/repodata', { query });
    return repoTypesList.filter(({ type }) => type === 'LOCAL').map(({ repoKey }) => repoKey);
  }

  #change(what: string, body: object, signal: AbortSignal | undefined): Promise<TreeChange> {
    const call = { method: 'POST', body, timeout: COUNTING_MS, ...(signal ? { signal } : {}) } as const;
    return this.#http.json(`${BROWSER}/${what}`, call);
  }
}

function addressOf(repoKey: string, path: string): string {
  const segments = path === '' ? [] : path.split('/');
  return [repoKey, ...segments].map(encodeURIComponent).join('/');
}

/** Returns the download URL of a file. */
export function downloadAddress(repoKey: string, path: string): string {
  return `/ui/api/v1/ui/download?${new URLSearchParams({ repoKey, path })}`;
}

import type { Http } from '@lading/contract';
import type {
  ArtifactsCount,
  DeployRepositories,
  TreeArchive,
  TreeChange,
  TreeFavourite,
  TreeFavourites,
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

const BROWSER = '/ui/api/v1/ui/v2/treebrowser';
const FAVOURITES = `${BROWSER}/favourites`;
/** Milliseconds: a large folder is counted to the last file. */
const COUNTING_MS = 120_000;

/** What the tree asks of the platform. Everything throws `HttpFailure`. */
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

  /** What would be done with several nodes. Changes nothing. */
  plan(body: TreeSelection, signal?: AbortSignal): Promise<TreePlan> {
    const call = { method: 'POST', body, timeout: COUNTING_MS, ...(signal ? { signal } : {}) } as const;
    return this.#http.json(`${BROWSER}/plan`, call);
  }

  /** Where a browser fetches them as one archive. */
  async archive(nodes: readonly TreePlace[]): Promise<string> {
    const { uri } = await this.#http.json<TreeArchive>(`${BROWSER}/archive`, {
      ...{ method: 'POST', body: { nodes }, timeout: COUNTING_MS },
    });
    return uri;
  }

  async favourites(signal?: AbortSignal): Promise<TreeFavourite[]> {
    const { favourites } = await this.#http.json<TreeFavourites>(FAVOURITES, signal ? { signal } : {});
    return favourites;
  }

  keepFavourite(place: TreePlace): Promise<void> {
    return this.#http.json(FAVOURITES, { method: 'PUT', body: place });
  }

  forgetFavourite({ repoKey, path }: TreePlace): Promise<void> {
    return this.#http.json(FAVOURITES, { method: 'DELETE', query: { repoKey, path } });
  }

  uploads(repoKey: string, paths: readonly string[]): Promise<TreeUploads> {
    return this.#http.json(`${BROWSER}/uploads`, { method: 'POST', body: { repoKey, paths } });
  }

  setProperties(
    repoKey: string,
    path: string,
    props: Readonly<Record<string, readonly string[] | null>>,
  ): Promise<void> {
    const address = [repoKey, ...path.split('/')].map(encodeURIComponent).join('/');
    return this.#http.json(`/artifactory/api/metadata/${address}`, { method: 'PATCH', body: { props } });
  }

  /** Keys of the local repositories that the user may put files into. */
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

/** Where a browser fetches a file. */
export function downloadAddress(repoKey: string, path: string): string {
  return `/ui/api/v1/ui/download?${new URLSearchParams({ repoKey, path })}`;
}

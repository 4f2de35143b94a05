import type { Http } from '@lading/contract';
import { makeAutoObservable, runInAction } from 'mobx';

export interface Repository {
  readonly key: string;
  readonly type: string;
  readonly packageType: string;
  readonly description: string;
}

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly cause: string }
  | { readonly kind: 'loaded'; readonly repositories: readonly Repository[] };

/** Repositories that the user can read. */
export class RepositoryListStore {
  state: State = { kind: 'loading' };
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
    makeAutoObservable(this);
  }

  async load(signal?: AbortSignal): Promise<void> {
    this.state = { kind: 'loading' };
    try {
      const options = signal ? { signal } : {};
      const repositories = await this.#http.json<Repository[]>('/artifactory/api/repositories', options);
      this.#become({ kind: 'loaded', repositories });
    } catch (error) {
      if (signal?.aborted) return;
      this.#become({ kind: 'failed', cause: error instanceof Error ? error.message : String(error) });
    }
  }

  #become(state: State): void {
    runInAction(() => {
      this.state = state;
    });
  }
}

import type { Http } from '@lading/contract';
import type { NodeLoad } from '@lading/contract/rest';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { fetchLoad } from '../statusApi.ts';

/** The load of the node that responds. A failed refresh keeps the last figures. */
export class LoadStore {
  readonly #http: Http;
  load: NodeLoad | undefined;
  error: string | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, { load: observableRef, error: observable });
  }

  /** Never rejects. Returns whether the figures were loaded. */
  async fetch(signal?: AbortSignal): Promise<boolean> {
    try {
      const load = await fetchLoad(this.#http, signal);
      runInAction(() => Object.assign(this, { load, error: undefined }));
      return true;
    } catch (cause) {
      if (signal?.aborted) return false;
      const error = cause instanceof Error ? cause.message : String(cause);
      runInAction(() => Object.assign(this, { error }));
      return false;
    }
  }
}

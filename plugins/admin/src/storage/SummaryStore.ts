import type { Http } from '@lading/contract';
import type { StorageSummary } from '@lading/contract/rest';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { calculate, fetchSummary } from './storageApi.ts';

/** The summary. It stays shown while it is loaded again, and where that fails. */
export class SummaryStore {
  readonly #http: Http;
  value: StorageSummary | undefined = undefined;
  error: string | undefined = undefined;
  /** `calculated` of the summary that was shown when a calculation was requested. */
  #requestedAt: string | null | undefined = undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, { value: observableRef, error: observableRef });
  }

  /** Whether a newer summary is expected soon. */
  get pending(): boolean {
    const { value } = this;
    if (!value) return false;
    return value.calculating || value.calculated === null || value.calculated === this.#requestedAt;
  }

  /** Never throws: see `error`. */
  async load(signal?: AbortSignal): Promise<void> {
    try {
      const value = await fetchSummary(this.#http, signal);
      runInAction(() => Object.assign(this, { value, error: undefined }));
    } catch (cause) {
      if (signal?.aborted) return;
      const error = cause instanceof Error ? cause.message : String(cause);
      runInAction(() => Object.assign(this, { error }));
    }
  }

  /** Throws `HttpFailure`. */
  async calculate(): Promise<void> {
    await calculate(this.#http);
    this.#requestedAt = this.value?.calculated;
    await this.load();
  }
}

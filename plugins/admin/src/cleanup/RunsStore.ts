import type { Http } from '@lading/contract';
import type { CleanupRun } from '@lading/contract/rest';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { fetchRuns, startRun } from './cleanupApi.ts';

/** The runs of a policy. They stay shown while they are loaded again. */
export class RunsStore {
  readonly policyKey: string;
  readonly #http: Http;
  /** Newest first. */
  runs: readonly CleanupRun[] | undefined = undefined;
  error: string | undefined = undefined;

  constructor(http: Http, policyKey: string) {
    this.#http = http;
    this.policyKey = policyKey;
    makeObservable(this, { runs: observableRef, error: observableRef });
  }

  get isRunning(): boolean {
    return this.runs?.some(({ state }) => state !== 'finished' && state !== 'failed') ?? false;
  }

  /** Never throws: see `error`. */
  async load(signal?: AbortSignal): Promise<void> {
    try {
      const runs = await fetchRuns(this.#http, this.policyKey, signal);
      runInAction(() => Object.assign(this, { runs, error: undefined }));
    } catch (cause) {
      if (signal?.aborted) return;
      const error = cause instanceof Error ? cause.message : String(cause);
      runInAction(() => Object.assign(this, { error }));
    }
  }

  /** Throws `HttpFailure`. */
  async start(dry: boolean): Promise<void> {
    const run = await startRun(this.#http, this.policyKey, dry);
    runInAction(() => Object.assign(this, { runs: [run, ...(this.runs ?? [])] }));
  }
}

import type { Http } from '@lading/contract';
import type { CollectionRun, NewCollectionRun } from '@lading/contract/rest';
import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import { fetchCollections, startCollection } from './storageApi.ts';

interface Steps {
  /** Asks whether to delete what the dry run found. */
  readonly confirm: (found: CollectionRun) => Promise<boolean>;
  /** Once a run that was started here has deleted content. */
  readonly onDeleted: () => void;
  /** If a run cannot start. */
  readonly onRefused: (cause: string) => void;
}

/**
 * The runs of garbage collection. A run that is started here counts first, and deletes once the
 * user has confirmed. Runs stay shown while they are loaded again.
 */
export class CollectionStore {
  readonly #http: Http;
  readonly #steps: Steps;
  /** Newest first. */
  runs: readonly CollectionRun[] | undefined = undefined;
  error: string | undefined = undefined;
  /** ID of the run that was started here and has not ended yet. */
  #own: string | undefined = undefined;

  constructor(http: Http, steps: Steps) {
    this.#http = http;
    this.#steps = steps;
    makeObservable(this, { runs: observableRef, error: observableRef, isRunning: computed });
  }

  /** The last run. It may be in progress. */
  get last(): CollectionRun | undefined {
    return this.runs?.[0];
  }

  get isRunning(): boolean {
    return this.runs?.some(({ state }) => state === 'waiting' || state === 'running') ?? false;
  }

  /** Never throws: see `error`. */
  async load(signal?: AbortSignal): Promise<void> {
    try {
      const runs = await fetchCollections(this.#http, signal);
      runInAction(() => Object.assign(this, { runs, error: undefined }));
    } catch (cause) {
      if (signal?.aborted) return;
      const error = reasonOf(cause);
      runInAction(() => Object.assign(this, { error }));
      return;
    }
    await this.#continue();
  }

  /** Counts what can be deleted, and then asks whether to delete it. */
  start(untagged: boolean): Promise<void> {
    return this.#run({ dry: true, untagged });
  }

  async #run(what: NewCollectionRun): Promise<void> {
    try {
      const run = await startCollection(this.#http, what);
      this.#own = run.id;
      runInAction(() => Object.assign(this, { runs: [run, ...(this.runs ?? [])] }));
    } catch (cause) {
      this.#steps.onRefused(reasonOf(cause));
      // Another one may be in progress.
      await this.load();
    }
  }

  /** Takes the next step after the run that was started here. */
  async #continue(): Promise<void> {
    const own = this.runs?.find(({ id }) => id === this.#own);
    if (!own || own.state === 'waiting' || own.state === 'running') return;
    this.#own = undefined;
    if (!own.dry) return this.#steps.onDeleted();
    if (own.state === 'failed' || own.files.count + own.bytes.count === 0) return;
    const { untagged } = own;
    if (await this.#steps.confirm(own)) await this.#run({ dry: false, untagged });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

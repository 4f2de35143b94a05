import type { TreeChange } from '@lading/contract/rest';
import { makeObservable, observableRef, runInAction } from 'mobx';

/**
 * One call of a change that may need several calls. Resolves with `continueState` while there is
 * more to do.
 */
export type Step = (continueState: string | undefined, signal: AbortSignal) => Promise<TreeChange>;

/**
 * Runs a change of many files call by call, reports the progress, and can be stopped between two
 * files.
 */
export class Steps {
  /** Number of files processed so far. */
  done = 0;
  status: 'new' | 'busy' | 'stopping' | 'stopped' | 'failed' | 'done' = 'new';
  error: Error | undefined;
  /** For a deletion: the items that the trash can restore. */
  readonly deletions: string[] = [];
  readonly #step: Step;
  readonly #controller = new AbortController();
  #state: string | undefined;
  #running: Promise<void> | undefined;

  constructor(step: Step) {
    this.#step = step;
    makeObservable(this, { done: observableRef, status: observableRef, error: observableRef });
  }

  /** A call is in progress, also after `stop()`. */
  get underWay(): boolean {
    return this.status === 'busy' || this.status === 'stopping';
  }

  /**
   * Continues where the change stopped or failed. Waits for a run in progress instead of starting a
   * second one. Never throws: see `error`.
   */
  run(): Promise<void> {
    this.#running ??= this.#goOn().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #goOn(): Promise<void> {
    this.#set({ status: 'busy', error: undefined });
    try {
      do {
        const change = await this.#step(this.#state, this.#controller.signal);
        this.#state = change.continueState;
        if (change.deletion !== undefined) this.deletions.push(change.deletion);
        this.#set({ done: this.done + change.files });
      } while (this.#state !== undefined && this.status === 'busy');
      this.#set({ status: this.#state === undefined ? 'done' : 'stopped' });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#set({ status: 'failed', error });
    }
  }

  /** Stops after the call in progress. */
  stop(): void {
    if (this.status === 'busy') this.#set({ status: 'stopping' });
  }

  #set(change: Partial<Pick<Steps, 'done' | 'status' | 'error'>>): void {
    runInAction(() => Object.assign(this, change));
  }
}

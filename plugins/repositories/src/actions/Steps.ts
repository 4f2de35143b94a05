import type { TreeChange } from '@lading/contract/rest';
import { makeObservable, observableRef, runInAction } from 'mobx';

/** One call of a change that may take several; gives `continueState` while there is more. */
export type Step = (continueState: string | undefined, signal: AbortSignal) => Promise<TreeChange>;

/** A change of many files, call by call, that says how far it is and can be stopped between two files. */
export class Steps {
  /** Files done so far. */
  done = 0;
  status: 'new' | 'busy' | 'stopping' | 'stopped' | 'failed' | 'done' = 'new';
  error: Error | undefined;
  readonly #step: Step;
  readonly #controller = new AbortController();
  #state: string | undefined;
  #running: Promise<void> | undefined;

  constructor(step: Step) {
    this.#step = step;
    makeObservable(this, { done: observableRef, status: observableRef, error: observableRef });
  }

  /** A call has not been answered yet, also after it was told to stop. */
  get underWay(): boolean {
    return this.status === 'busy' || this.status === 'stopping';
  }

  /** Goes on where it stopped or failed; what is under way is waited for, and never done twice. Never throws: see `error`. */
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
        this.#set({ done: this.done + change.files });
      } while (this.#state !== undefined && this.status === 'busy');
      this.#set({ status: this.#state === undefined ? 'done' : 'stopped' });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#set({ status: 'failed', error });
    }
  }

  /** What is under way ends first. */
  stop(): void {
    if (this.status === 'busy') this.#set({ status: 'stopping' });
  }

  #set(change: Partial<Pick<Steps, 'done' | 'status' | 'error'>>): void {
    runInAction(() => Object.assign(this, change));
  }
}

import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';

/**
 * A value that is loaded. Until then, and after a failure, it has an empty value; the error is
 * available separately, for the place that would show the value.
 */
export class Fetched<Value> {
  readonly #fetch: (signal: AbortSignal) => Promise<Value>;
  readonly #empty: Value;
  #underWay: AbortController | undefined;

  value: Value;
  status: 'new' | 'busy' | 'there' | 'failed' = 'new';
  error: Error | undefined;

  constructor(empty: Value, fetch: (signal: AbortSignal) => Promise<Value>) {
    this.#fetch = fetch;
    this.#empty = empty;
    this.value = empty;
    makeObservable(this, {
      value: observableRef,
      status: observableRef,
      error: observableRef,
      settled: computed,
      fetch: action,
    });
  }

  get settled(): boolean {
    return this.status === 'there' || this.status === 'failed';
  }

  /** Loads the value unless it is loaded or loading. Never throws. */
  async need(): Promise<void> {
    if (this.status === 'new') await this.fetch();
  }

  /** Loads the value again. Never throws: see `error`. */
  async fetch(): Promise<void> {
    this.#underWay?.abort();
    const controller = new AbortController();
    this.#underWay = controller;
    this.status = 'busy';
    this.error = undefined;
    try {
      const value = await this.#fetch(controller.signal);
      this.#settle(controller, { value, status: 'there' });
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#settle(controller, { value: this.#empty, status: 'failed', error });
    }
  }

  /** Aborts loading. */
  dispose(): void {
    this.#underWay?.abort();
    this.#underWay = undefined;
  }

  #settle(
    controller: AbortController,
    outcome: Pick<Fetched<Value>, 'value' | 'status'> & { error?: Error },
  ) {
    if (controller !== this.#underWay) return;
    runInAction(() => Object.assign(this, outcome));
  }
}

import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';

/** Milliseconds without a key press before a search. */
const PAUSE = 120;

/**
 * Options that the server finds for the typed text, for lists that are too long to load. Until the
 * response arrives, offers the options of the previous search that contain the typed text.
 */
export class SearchedOptions {
  readonly #find: (typed: string, signal: AbortSignal) => Promise<readonly string[]>;
  #search: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  typed = '';
  /** Typed text of the found options; `undefined` before the first search. */
  foundFor: string | undefined;
  found: readonly string[] = [];
  error: Error | undefined;

  constructor(find: (typed: string, signal: AbortSignal) => Promise<readonly string[]>) {
    this.#find = find;
    makeObservable(this, {
      typed: observable,
      foundFor: observable,
      found: observableRef,
      error: observableRef,
      value: computed,
      status: computed,
      type: action,
    });
  }

  get value(): readonly string[] {
    if (this.foundFor === this.typed) return this.found;
    const word = this.typed.trim().toLowerCase();
    return this.found.filter((option) => option.toLowerCase().includes(word));
  }

  get status(): 'new' | 'busy' | 'there' | 'failed' {
    if (this.error) return 'failed';
    if (this.foundFor === this.typed || this.value.length > 0) return 'there';
    return this.#search ? 'busy' : 'new';
  }

  /** Searches unless already done. Never throws: see `error`. */
  async need(): Promise<void> {
    if (this.foundFor !== this.typed && !this.#timer) await this.#start();
  }

  /** Sets the text to search for. */
  readonly type = (typed: string): void => {
    if (typed === this.typed) return;
    this.typed = typed;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#start(), PAUSE);
  };

  async #start(): Promise<void> {
    this.#timer = undefined;
    this.#search?.abort();
    const search = new AbortController();
    this.#search = search;
    const { typed } = this;
    let outcome: Pick<SearchedOptions, 'error'> & Partial<Pick<SearchedOptions, 'found' | 'foundFor'>>;
    try {
      outcome = { found: await this.#find(typed.trim(), search.signal), foundFor: typed, error: undefined };
    } catch (cause) {
      outcome = { error: cause instanceof Error ? cause : new Error(String(cause)) };
    }
    if (this.#search === search) runInAction(() => Object.assign(this, outcome));
  }
}

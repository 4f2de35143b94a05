import type { SearchSuggestions } from '@lading/contract/rest';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { Shell } from '../Shell.ts';
import {
  type OfferedCategory,
  offeredCategories,
  type Refusal,
  refusalOf,
  searchAddress,
} from './categories.ts';
import { leastSuggested } from './leastSuggested.ts';
import { recentOptions, type SearchOption, suggestedOptions } from './options.ts';
import type { RecentSearch } from './RecentSearches.ts';

/** Delay after the last key before suggestions are requested, in milliseconds. */
const TYPING_MS = 150;
const NOTHING: SearchSuggestions = { packages: [], repositories: [], artifacts: [] };

/** State of the header's search box: query, options, and selection. */
export class SearchBoxStore {
  readonly #shell: Shell;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked: AbortController | undefined;

  typed = '';
  open = false;
  /** Index of the active option; -1 means none, so that Enter searches. */
  active = -1;
  failure: string | undefined = undefined;
  private chosen: string | undefined = undefined;
  private found: SearchSuggestions = NOTHING;
  /** Query that `found` belongs to. */
  private foundFor = '';
  private recentlyMade: readonly RecentSearch[] = [];

  constructor(shell: Shell) {
    this.#shell = shell;
    makeObservable<SearchBoxStore, 'chosen' | 'found' | 'foundFor' | 'recentlyMade'>(this, {
      typed: observable,
      open: observable,
      active: observable,
      failure: observable,
      chosen: observable,
      found: observableRef,
      foundFor: observable,
      recentlyMade: observableRef,
      offered: computed,
      current: computed,
      options: computed,
      refusal: computed,
      type: action,
      show: action,
      hide: action,
      point: action,
      choose: action,
      follow: action,
      forgetRecent: action,
    });
  }

  get offered(): readonly OfferedCategory[] {
    return offeredCategories(this.#shell);
  }

  /** Selected category, else that of the page, else the first. */
  get current(): OfferedCategory | undefined {
    const { pathname } = this.#shell.navigation.place;
    const can = this.offered.filter(({ disabled }) => !disabled);
    return (
      this.offered.find(({ category }) => category.id === this.chosen) ??
      can.find(({ category }) => category.path === pathname) ??
      can[0] ??
      this.offered[0]
    );
  }

  get options(): readonly SearchOption[] {
    const blank = this.typed.trim() === '';
    return blank ? recentOptions(this.#shell, this.recentlyMade) : suggestedOptions(this.#shell, this.found);
  }

  get refusal(): Refusal | undefined {
    const admin = this.#shell.user.current?.admin === true;
    return this.current && refusalOf(this.current, this.typed, admin);
  }

  /** Whether the suggestions belong to the current query. */
  get settled(): boolean {
    return this.foundFor !== '' && this.typed.trim() === this.foundFor;
  }

  type(text: string): void {
    this.typed = text;
    this.active = -1;
    this.open = true;
    clearTimeout(this.#timer);
    this.#asked?.abort();
    const wanted = text.trim();
    if ([...wanted.replace(/[*?"]/g, '')].length < leastSuggested(this.#shell)) {
      this.found = NOTHING;
      this.foundFor = '';
      this.failure = undefined;
      return;
    }
    this.#timer = setTimeout(() => void this.#suggest(wanted), TYPING_MS);
  }

  async #suggest(wanted: string): Promise<void> {
    const asked = new AbortController();
    this.#asked = asked;
    const { http, log } = this.#shell;
    try {
      const path = '/ui/api/v1/search/suggestions';
      const options = { query: { query: wanted }, signal: asked.signal, retry: false };
      const found = await http.json<SearchSuggestions>(path, options);
      this.#take(asked, wanted, found, undefined);
    } catch (error) {
      this.#take(asked, wanted, NOTHING, log.causeOf(error));
    }
  }

  #take(asked: AbortController, wanted: string, found: SearchSuggestions, failure: string | undefined): void {
    if (asked.signal.aborted) return;
    runInAction(() => {
      this.found = found;
      this.foundFor = wanted;
      this.failure = failure;
    });
  }

  show(): void {
    this.recentlyMade = this.#shell.searches.all;
    this.open = true;
    // A query from the page's URL was not typed.
    if (this.typed.trim() !== '' && this.foundFor === '') this.type(this.typed);
  }

  hide(): void {
    this.open = false;
    this.active = -1;
  }

  point(at: number): void {
    this.active = at;
  }

  /** Selects a category. The typed query stays; other terms of an extended search are discarded. */
  choose(id: string): void {
    this.chosen = id;
  }

  /** Updates the box from the page, which may have been opened without the box. */
  follow(): void {
    const { pathname, search } = this.#shell.navigation.place;
    this.chosen = undefined;
    const page = this.offered.find(({ category }) => category.path === pathname)?.category;
    const keys = new URLSearchParams(search);
    this.typed = (page && (keys.get(page.parameter ?? 'name') ?? keys.get('name'))) || '';
    this.found = NOTHING;
    this.foundFor = '';
    this.hide();
  }

  /** Runs the search unless it is rejected. Returns whether it ran. */
  search(): boolean {
    const { current, typed } = this;
    if (!current || this.refusal) return false;
    const { category } = current;
    const name = typed.trim();
    const to = searchAddress(category, name);
    const queryString = to.slice(to.indexOf('?') + 1);
    this.#shell.searches.add({ type: category.id, queryString, searchModel: { name } });
    this.hide();
    void this.#shell.navigation.go(to);
    return true;
  }

  go({ to }: SearchOption, elsewhere: boolean): void {
    const { navigation } = this.#shell;
    this.hide();
    if (elsewhere) window.open(navigation.href(to), '_blank', 'noopener');
    else void navigation.go(to);
  }

  forgetRecent(): void {
    this.#shell.searches.forget();
    this.recentlyMade = [];
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asked?.abort();
  }
}

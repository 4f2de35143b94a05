import type { MadeSearch, ScopedStorage, SearchService } from '@lading/contract';

/** How many are kept for each user. */
export const MOST_RECENT = 10;
/** Of how many users of this browser. */
const MOST_USERS = 20;

/** A search that was made. */
export interface RecentSearch extends MadeSearch {
  readonly id: string;
  /** The project that it was made in; `null`: all of them. */
  readonly context: string | null;
}

/** Who searches, and the project that is selected; `undefined`: all of them. */
interface Searcher {
  readonly user: string;
  readonly project: string | undefined;
}

const KEY = 'recentSearches';

/** What a user has searched for lately, the newest first. Kept in this browser, apart for each user. */
export class RecentSearches implements SearchService {
  readonly #storage: ScopedStorage;
  readonly #searcher: () => Searcher;

  constructor(storage: ScopedStorage, searcher: () => Searcher) {
    this.#storage = storage;
    this.#searcher = searcher;
  }

  get all(): readonly RecentSearch[] {
    const { user } = this.#searcher();
    return this.#read().find(([name]) => name === user)?.[1] ?? [];
  }

  /** A blank one is not kept. */
  add({ type, queryString: given, searchModel }: MadeSearch): void {
    if (wordsOf(searchModel).length === 0) return;
    // One search is written in one way, whoever made it: a space may be `+` or `%20`.
    const queryString = new URLSearchParams(given).toString();
    const id = `${type}?${queryString}`;
    const search = { id, type, queryString, searchModel, context: this.#searcher().project ?? null };
    this.#write([search, ...this.all.filter((other) => other.id !== id)].slice(0, MOST_RECENT));
  }

  forget(): void {
    this.#write([]);
  }

  #write(own: readonly RecentSearch[]): void {
    const { user } = this.#searcher();
    const others = this.#read().filter(([name]) => name !== user);
    const all = own.length > 0 ? [[user, own] as const, ...others] : others;
    this.#storage.set(KEY, JSON.stringify(Object.fromEntries(all.slice(0, MOST_USERS))));
  }

  /** What an older version or somebody else has left there is left out. */
  #read(): [string, RecentSearch[]][] {
    try {
      const kept: unknown = JSON.parse(this.#storage.get(KEY) ?? '{}');
      return Object.entries(kept ?? {}).map(([user, list]) => [
        user,
        Array.isArray(list) ? list.filter(isSearch) : [],
      ]);
    } catch {
      return [];
    }
  }
}

function isSearch(value: unknown): value is RecentSearch {
  const { id, type, queryString, searchModel } = (value ?? {}) as Partial<RecentSearch>;
  const named = [id, type, queryString].every((part) => typeof part === 'string' && part !== '');
  return named && wordsOf(searchModel).length > 0;
}

/** What was asked for as the user wrote it, the name first. */
export function wordsOf(model: MadeSearch['searchModel'] | undefined): string[] {
  return Object.entries<unknown>(model ?? {})
    .filter(([key]) => key !== 'searchType')
    .sort(([one], [other]) => Number(other === 'name') - Number(one === 'name'))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter(Boolean);
}

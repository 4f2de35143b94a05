import type { MadeSearch, ScopedStorage, SearchService } from '@lading/contract';

/** Maximum number of searches stored per user. */
export const MOST_RECENT = 10;
/** Maximum number of users with stored searches in this browser. */
const MOST_USERS = 20;

/** Stored search. */
export interface RecentSearch extends MadeSearch {
  readonly id: string;
  /** Project of the search; `null` means all projects. */
  readonly context: string | null;
}

/** Current user and the selected project; `undefined` means all projects. */
interface Searcher {
  readonly user: string;
  readonly project: string | undefined;
}

const KEY = 'recentSearches';

/** Recent searches, newest first. Stored in this browser, separately for each user. */
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

  /** Adds a search. Blank searches are not stored. */
  add({ type, queryString: given, searchModel }: MadeSearch): void {
    if (wordsOf(searchModel).length === 0) return;
    // Normalizes the encoding, so that equal searches match: a space may be `+` or `%20`.
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

  /** Reads the stored searches. Skips invalid entries, for example of an older version. */
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

/** Returns the search terms as the user typed them, the name first. */
export function wordsOf(model: MadeSearch['searchModel'] | undefined): string[] {
  return Object.entries<unknown>(model ?? {})
    .filter(([key]) => key !== 'searchType')
    .sort(([one], [other]) => Number(other === 'name') - Number(one === 'name'))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter(Boolean);
}

import type { ScopedStorage } from '@lading/contract';

/** How many are kept for each user. */
export const MOST_RECENT = 10;
/** Of how many users of this browser. */
const MOST_USERS = 20;

/** A search that was made. */
export interface RecentSearch {
  readonly id: string;
  /** The category. */
  readonly type: string;
  /** Of the address of its results, without the `?`. */
  readonly queryString: string;
  /** What was asked for. */
  readonly searchModel: { readonly name: string };
  /** The project that it was made in; `null`: all of them. */
  readonly context: string | null;
}

const KEY = 'recentSearches';

/** What a user has searched for lately, the newest first. Kept in this browser, apart for each user. */
export class RecentSearches {
  readonly #storage: ScopedStorage;
  readonly #user: () => string;

  constructor(storage: ScopedStorage, user: () => string) {
    this.#storage = storage;
    this.#user = user;
  }

  get all(): readonly RecentSearch[] {
    return this.#read().find(([user]) => user === this.#user())?.[1] ?? [];
  }

  /** A blank one is not kept. */
  add(type: string, name: string, context: string | undefined): void {
    const trimmed = name.trim();
    if (trimmed === '') return;
    const queryString = `name=${encodeURIComponent(trimmed)}`;
    const id = `${type}?${queryString}`;
    const search = { id, type, queryString, searchModel: { name: trimmed }, context: context ?? null };
    this.#write([search, ...this.all.filter((other) => other.id !== id)].slice(0, MOST_RECENT));
  }

  forget(): void {
    this.#write([]);
  }

  #write(own: readonly RecentSearch[]): void {
    const user = this.#user();
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
  return [id, type, queryString, searchModel?.name].every((part) => typeof part === 'string' && part !== '');
}

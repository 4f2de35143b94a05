import type { ScopedStorage } from '@lading/contract';

/** How many are kept for each user. */
export const MOST = 20;

/** A page that was seen: one thing among many, such as a package. */
export interface RecentPage {
  /** Below `/ui`, without what stands behind `?` and `#`. */
  readonly path: string;
  /** Its heading. */
  readonly heading: string;
}

/** What a user has seen lately, the newest first. Kept in this browser, apart for each user. */
export class RecentPages {
  readonly #storage: ScopedStorage;
  readonly #user: () => string;

  constructor(storage: ScopedStorage, user: () => string) {
    this.#storage = storage;
    this.#user = user;
  }

  get all(): readonly RecentPage[] {
    return read(this.#storage.get(this.#key));
  }

  add(page: RecentPage): void {
    const others = this.all.filter(({ path }) => path !== page.path);
    this.#storage.set(this.#key, JSON.stringify([page, ...others].slice(0, MOST)));
  }

  get #key(): string {
    return `recent.${this.#user()}`;
  }
}

/** What an older version or somebody else has left there is left out. */
function read(kept: string | undefined): RecentPage[] {
  if (kept === undefined) return [];
  try {
    const pages: unknown = JSON.parse(kept);
    return Array.isArray(pages) ? pages.filter(isPage) : [];
  } catch {
    return [];
  }
}

function isPage(value: unknown): value is RecentPage {
  const { path, heading } = (value ?? {}) as Partial<RecentPage>;
  return typeof path === 'string' && path.startsWith('/') && typeof heading === 'string';
}

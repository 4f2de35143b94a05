import type { ScopedStorage } from '@lading/contract';

/** Maximum number of pages stored per user. */
export const MOST = 20;

/** Recently viewed page of a single object, such as a package. */
export interface RecentPage {
  /** Path below `/ui`, without query and hash. */
  readonly path: string;
  /** Heading of the page. */
  readonly heading: string;
}

/** Recently viewed pages, newest first. Stored in this browser, separately for each user. */
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

/** Reads the stored pages. Skips invalid entries, for example of an older version. */
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

/** A plugin in use in this tab. */
export interface RunningPlugin {
  readonly plugin: string;
  readonly version: string;
}

/** Identifies the page, because browsers copy the storage of a tab. */
interface Note {
  readonly page: string;
  readonly plugins: readonly RunningPlugin[];
}

/** In the storage of the tab: found by a reload, a duplicate of the tab, and windows it opens. */
const KEY = 'lading.running';
/** Timeout for the lock of a page that has just ended, in milliseconds. */
const LOCK_MS = 100;

/**
 * Stores the plugins in use by this page. The page holds a lock until it ends: the note of a page
 * that still runs is a copy. Stores nothing where the browser has no locks (over HTTP).
 */
export class RunningNote {
  readonly #locks = (navigator as Partial<Navigator>).locks;
  readonly #page = this.#locks ? crypto.randomUUID() : '';
  #release = () => {};

  constructor() {
    this.#hold();
    // A page with a lock cannot be kept for the Back button.
    addEventListener('pagehide', () => this.#release());
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) this.#hold();
    });
  }

  /** Stores the plugins in use. */
  write(plugins: readonly RunningPlugin[]): void {
    if (!this.#locks) return;
    try {
      if (plugins.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ page: this.#page, plugins } satisfies Note));
    } catch {
      // Without storage, pages that stop responding are not counted.
    }
  }

  /** Removes the note of this tab's earlier page. Returns its plugins if that page ended. */
  async take(): Promise<readonly RunningPlugin[]> {
    try {
      const { page, plugins } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Note>;
      sessionStorage.removeItem(KEY);
      if (typeof page !== 'string' || !Array.isArray(plugins) || !this.#locks) return [];
      // Rejects while the other page holds the lock.
      await this.#locks.request(lockOf(page), { signal: AbortSignal.timeout(LOCK_MS) }, () => {});
      return plugins.filter((each) => typeof each?.plugin === 'string');
    } catch {
      return [];
    }
  }

  #hold(): void {
    const ended = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    this.#locks?.request(lockOf(this.#page), () => ended).catch(() => {});
  }
}

const lockOf = (page: string) => `${KEY}.${page}`;

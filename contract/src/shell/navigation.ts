import type { Disposer } from './services.ts';

/** A location below `/ui`. */
export interface Place {
  /** Starts with `/`, without `/ui`. */
  readonly pathname: string;
  /** Empty or starting with `?`. */
  readonly search: string;
  /** Empty or starting with `#`. */
  readonly hash: string;
  /** State that the caller of `go` stored with the history entry. */
  readonly state?: unknown;
  /** Unique for each history entry. */
  readonly key: string;
}

/**
 * Outcome of a navigation: completed, redirected by a guard, canceled by the user, or blocked by a
 * guard.
 */
export type NavigationOutcome = 'done' | 'redirected' | 'stayed' | 'stopped';

/** Navigation of the console. Observable through `place`. */
export interface Navigation {
  /** The current location. */
  readonly place: Place;
  /** `to` starts with `/` and is below `/ui`. */
  go(
    to: string,
    options?: { readonly replace?: boolean; readonly state?: unknown },
  ): Promise<NavigationOutcome>;
  /** Moves in the history, like the browser's buttons: -1 is back. */
  move(delta: number): void;
  /** Returns the URL for an `href`: `/ui` and `to`. */
  href(to: string): string;
  /**
   * Until disposed, asks the user before leaving; `reason` returns the unsaved changes. Also before
   * the tab is closed.
   */
  block(reason: () => string | undefined): Disposer;
  /** Called after each navigation. */
  listen(listener: (place: Place) => void): Disposer;
}

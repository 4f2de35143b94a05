import type { Disposer } from './services.ts';

/** A place below `/ui`. */
export interface Place {
  /** Starts with `/`, without `/ui`. */
  readonly pathname: string;
  /** Empty or starting with `?`. */
  readonly search: string;
  /** Empty or starting with `#`. */
  readonly hash: string;
  /** What the one who went there left with the entry of the history. */
  readonly state?: unknown;
  /** Unique for each entry of the history. */
  readonly key: string;
}

/** What became of an attempt: it went there, a guard led elsewhere, the user stayed, or a guard stopped it. */
export type NavigationOutcome = 'done' | 'redirected' | 'stayed' | 'stopped';

/** The one navigation of the console. Observable through `place`. */
export interface Navigation {
  /** Where one is. */
  readonly place: Place;
  /** `to` starts with `/` and is below `/ui`. */
  go(
    to: string,
    options?: { readonly replace?: boolean; readonly state?: unknown },
  ): Promise<NavigationOutcome>;
  /** Like the browser's buttons: -1 is back. */
  move(delta: number): void;
  /** The address for an `href`: `/ui` and `to`. */
  href(to: string): string;
  /** While it stands, leaving asks; `reason` says what would be lost. Closing the tab asks too. */
  block(reason: () => string | undefined): Disposer;
  /** Called after each change of place. */
  listen(listener: (place: Place) => void): Disposer;
}

import type { ConsoleUser } from '@lading/contract';
import type { Verdict } from '../menu/rules.ts';
import type { Target } from '../navigation/place.ts';
import type { OwnedRoute } from '../registry/RouteTable.ts';
import type { Facts } from './requirements.ts';

/** Input of a guard. */
export interface Where {
  readonly target: Target;
  /** Route that matches the path. */
  readonly owned: OwnedRoute | undefined;
}

/** Console state that guards depend on. */
export interface GuardState {
  /** User and footer. `missing`: not loaded yet. `failed`: failed to load. */
  readonly initialData: 'missing' | 'ready' | 'failed';
  /**
   * Services and cloud context. They load after the first screen unless a page needs them earlier.
   */
  readonly platformData: 'missing' | 'ready';
  readonly user: ConsoleUser | undefined;
  /** Whether anonymous access is on. */
  readonly anonymousAccess: boolean;
  /** The platform reported the license type N/A. */
  readonly unlicensed: boolean;
  readonly facts: Facts;
  /** A page has been shown: this is not the first navigation. */
  readonly settled: boolean;
  /** Returns the route that matches a path. */
  readonly find: (pathname: string) => OwnedRoute | undefined;
  /** Returns the verdict of a hidden or disabled menu item that blocks a path. */
  readonly blocked: (pathname: string) => Exclude<Verdict, { shown: 'yes' }> | undefined;
  /** Administration landing pages for this user, in order of preference. */
  readonly adminPaths: readonly string[];
  /** Whether a pending or failed plugin could own a path. */
  readonly couldBeOwned: (pathname: string) => boolean;
}

export type Decision =
  /** Continue with the next guard. */
  | { readonly do: 'next' }
  /** Allow the navigation and skip the remaining guards. */
  | { readonly do: 'admit' }
  /** Load the missing data, then run the guards again. */
  | { readonly do: 'wait' }
  /** Redirect. `remember` stores the requested location until the sign-in. */
  | { readonly do: 'redirect'; readonly to: string; readonly notify?: string; readonly remember?: boolean }
  /** Cancel the navigation and stay on the current page. */
  | { readonly do: 'stop'; readonly notify: string };

export type Guard = (where: Where, state: GuardState) => Decision;

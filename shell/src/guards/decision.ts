import type { ConsoleUser } from '@lading/contract';
import type { Verdict } from '../menu/rules.ts';
import type { Target } from '../navigation/place.ts';
import type { OwnedRoute } from '../registry/RouteTable.ts';
import type { Facts } from './requirements.ts';

/** What a guard is asked about. */
export interface Where {
  readonly target: Target;
  /** The route that answers the path. */
  readonly owned: OwnedRoute | undefined;
}

/** What is known when a guard is asked. */
export interface GuardState {
  /** User and footer: `missing` has to be fetched first, `failed` could not be. */
  readonly initialData: 'missing' | 'ready' | 'failed';
  /** Services and cloud context, which are fetched after the first screen unless a page needs them. */
  readonly platformData: 'missing' | 'ready';
  readonly user: ConsoleUser | undefined;
  /** Whether visitors may look around. */
  readonly anonymousAccess: boolean;
  /** The platform has said that its licence type is N/A. */
  readonly unlicensed: boolean;
  readonly facts: Facts;
  /** A page is shown: this is not the first navigation. */
  readonly settled: boolean;
  /** The route that answers some other path. */
  readonly find: (pathname: string) => OwnedRoute | undefined;
  /** The menu item that stands in the way to a path. */
  readonly blocked: (pathname: string) => Exclude<Verdict, { shown: 'yes' }> | undefined;
  /** Where the administration begins for this user, in the order of preference. */
  readonly adminPaths: readonly string[];
  /** Whether a plug-in that is pending or failed could own a path. */
  readonly couldBeOwned: (pathname: string) => boolean;
}

export type Decision =
  /** Ask the next guard. */
  | { readonly do: 'next' }
  /** Go there, and ask no other guard. */
  | { readonly do: 'admit' }
  /** Fetch what is missing, then ask again. */
  | { readonly do: 'wait' }
  /** Go elsewhere; `remember` keeps where the visitor wanted to go until the sign-in. */
  | { readonly do: 'redirect'; readonly to: string; readonly notify?: string; readonly remember?: boolean }
  /** Stay where one is. */
  | { readonly do: 'stop'; readonly notify: string };

export type Guard = (where: Where, state: GuardState) => Decision;

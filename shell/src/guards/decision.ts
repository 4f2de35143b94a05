import type { ConsoleUser } from '@lading/contract';
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
  readonly user: ConsoleUser | undefined;
  /** Whether visitors may look around. */
  readonly anonymousAccess: boolean;
  readonly facts: Facts;
  /** A plug-in that is pending or failed and could own the path. */
  readonly couldBeOwned: boolean;
}

export type Decision =
  /** Ask the next guard. */
  | { readonly do: 'next' }
  /** Go there, and ask no other guard. */
  | { readonly do: 'admit' }
  /** Fetch the initial data, then ask again. */
  | { readonly do: 'wait' }
  /** Go elsewhere; `remember` keeps where the visitor wanted to go until the sign-in. */
  | { readonly do: 'redirect'; readonly to: string; readonly notify?: string; readonly remember?: boolean }
  /** Stay where one is. */
  | { readonly do: 'stop'; readonly notify: string };

export type Guard = (where: Where, state: GuardState) => Decision;

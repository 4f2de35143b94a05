import type { ComponentType } from 'react';
import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';

/** A screen: a React component, or a module with one as its default export. */
export type Screen = ComponentType | { readonly default: ComponentType };

/** A request of the platform's API. */
export interface AheadRequest {
  /** GET by default. */
  readonly method?: 'GET' | 'POST';
  /** Absolute path on the console's server, with the query: `/ui/api/v1/mds/packages`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent for administrators only, as soon as the page knows that the user is one. */
  readonly admin?: boolean;
}

/** A page or a setting that the command palette offers. */
export interface RoutePage {
  /** Path below `/ui` that opens it. */
  readonly path: string;
  /** Label in the palette. */
  readonly title: Message;
}

/** A page of the console. */
export interface RouteContribution {
  /** Below `/ui`, in the notation of React Router: `/packages/:packageId?/:versionId?`. */
  readonly path: string;
  /** Unique in the console: `packages.list`. */
  readonly name: string;
  /** Document title, before the server's name. */
  readonly title: Message;
  /** Condition for access. Other users are redirected to the landing page. */
  readonly requires?: Requirement;
  /**
   * Behavior while a required feature is not supported: stay on the current page, or respond as if
   * the page did not exist. By default, redirects to the landing page.
   */
  readonly otherwise?: 'stay' | 'not-found';
  /** Page without a session: loads no initial data, and anonymous users are not redirected. */
  readonly public?: boolean;
  /** Shown without header and sidebars, such as the sign-in page. */
  readonly frameless?: boolean;
  /**
   * First requests of the screen for its URL without a query. When a page opens there, the browser
   * sends them while it loads the code, and an identical request of the screen gets that response.
   */
  readonly ahead?: readonly AheadRequest[];
  /**
   * Lists pages of the route for the command palette: those with parameters, or settings of the
   * page. Called when a user types in the palette; an error is shown there.
   */
  readonly pages?: () => Promise<readonly RoutePage[]>;
  /** Loads the screen. Absent if the plugin has its own lifecycles. */
  readonly screen?: () => Promise<Screen>;
}

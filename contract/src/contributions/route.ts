import type { ComponentType } from 'react';
import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';

/** A screen: a React component, or a module whose default export is one. */
export type Screen = ComponentType | { readonly default: ComponentType };

/** A call of the platform, written down. */
export interface AheadRequest {
  /** GET unless it says otherwise. */
  readonly method?: 'GET' | 'POST';
  /** On the console's own server, from its root, with the query: `/ui/api/v1/mds/packages`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** A place in the address bar. */
export interface RouteContribution {
  /** Below `/ui`, in react-router's form: `/packages/:packageId?/:versionId?`. */
  readonly path: string;
  /** Unique in the console: `packages.list`. */
  readonly name: string;
  /** The document's title, before the server's name. */
  readonly title: Message;
  /** What must hold for a user to see it; others are led to the first page. */
  readonly requires?: Requirement;
  /**
   * What becomes of an attempt to go there while a feature that it requires is not supported: one stays where one is, or it is as if
   * the page did not exist. One is led to the first page unless given.
   */
  readonly otherwise?: 'stay' | 'not-found';
  /** A page that needs no session: no initial data is fetched for it and no visitor is sent away from it. */
  readonly public?: boolean;
  /** Shown without header and sidebars, as the sign-in page is. */
  readonly frameless?: boolean;
  /**
   * Calls that the screen makes first, where its address has no query. A page that opens there makes them at once, while
   * the code is on its way; the screen's own call, the same to the letter, is then given that answer.
   */
  readonly ahead?: readonly AheadRequest[];
  /** Fetches the screen. Absent when the plug-in brings lifecycles of its own. */
  readonly screen?: () => Promise<Screen>;
}

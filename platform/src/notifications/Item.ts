import type { NotificationItem, NotificationKind } from '@lading/contract/rest';
import type { Place } from '../events/Event.ts';

/** A stored change. `places`: paths of a package; permission on one of them is needed to see it. */
export interface StoredItem extends NotificationItem {
  readonly places?: readonly Place[];
}

/** Changes that one user is notified of together. */
export interface Notice {
  readonly userName: string;
  readonly kind: NotificationKind;
  /** Package ID, name of a release bundle, key of a webhook, or `repository://KEY` of a quota. */
  readonly subject: string;
  readonly changes: number;
  /** The newest changes, newest first. */
  readonly items: readonly StoredItem[];
}

/** Maximum stored changes per notification. Further ones are only counted. */
export const maxItems = 10;
/** Maximum stored paths per change. */
export const maxPlaces = 5;

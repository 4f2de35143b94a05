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
  /** Such as a package ID, the name of a plugin, or `repository://KEY`: see `NotificationEntry`. */
  readonly subject: string;
  readonly changes: number;
  /** The newest changes, newest first. */
  readonly items: readonly StoredItem[];
}

/** Maximum stored changes per notification. Further ones are only counted. */
export const maxItems = 10;
/** Maximum stored paths per change. */
export const maxPlaces = 5;

/**
 * Who may answer a name in a virtual repository: `denied` and `allowed` are patterns of its configuration, `owned` names that a local
 * member has or had, `reserved` and `lifted` decisions of administrators, `reserved-by-default` namespaces of local members, `parent`
 * parents of reserved names that clients request along with them.
 */
export type NameReason =
  | 'denied'
  | 'allowed'
  | 'owned'
  | 'reserved'
  | 'lifted'
  | 'reserved-by-default'
  | 'parent'
  | 'open';

/** `GET /artifactory/api/repositories/{key}/reservations/rule?name=`. */
export interface NameRuleAnswer {
  name: string;
  /** Whether upstreams may answer, or local members alone. */
  upstream: boolean;
  reason: NameReason;
  /** The prefix or namespace that decided. */
  prefix?: string;
}

/** A prefix of names in a virtual repository. */
export interface Reservation {
  /** `@corp`, `com.acme`, `github.com/acme`, `acme-`. */
  prefix: string;
  /** `open`: local members have names under it, but upstreams served some before, so that it isn't reserved by default. */
  state: 'reserved' | 'lifted' | 'reserved-by-default' | 'open';
  /** Local members with names in the namespace, by key. */
  repositories: string[];
  /** The shorter prefix whose reservation, or its lift, decides about this one too. */
  rule?: string;
  /** The administrator who reserved it or lifted its reservation, and when, in ISO 8601. */
  createdBy?: string;
  created?: string;
}

/** `GET /artifactory/api/repositories/{key}/reservations?limit=&after=`, by prefix; up to 500 at once, 100 unless given. */
export interface ReservationPage {
  reservations: Reservation[];
  /** Pass it as `after` for the next page; absent on the last. */
  next?: string;
}

/** `PUT /artifactory/api/repositories/{key}/reservations`; `default` removes a decision. */
export interface ReservationChange {
  prefix: string;
  effect: 'reserved' | 'lifted' | 'default';
}

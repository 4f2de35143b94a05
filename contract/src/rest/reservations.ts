import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/**
 * Source of names in a virtual repository: `denied` and `allowed` are patterns of its
 * configuration, `owned` names that a local member has or had, `reserved` and `lifted` decisions of
 * administrators, `reserved-by-default` namespaces of local members, `parent` parents of reserved
 * names that clients request along with them.
 */
const nameReason = oneOf([
  'denied',
  'allowed',
  'owned',
  'reserved',
  'lifted',
  'reserved-by-default',
  'parent',
  'open',
]);
export type NameReason = Static<typeof nameReason>;

/** `GET /artifactory/api/repositories/{key}/reservations/rule?name=`. */
export type NameRuleAnswer = Static<typeof NameRuleAnswer>;
export const NameRuleAnswer = Type.Object(
  {
    name: Type.String(),
    upstream: Type.Boolean({ description: 'Upstreams can serve the name, not only local members.' }),
    reason: nameReason,
    prefix: Type.Optional(Type.String({ description: 'The prefix or namespace that decided.' })),
  },
  { title: 'NameRuleAnswer' },
);

/** A prefix of names in a virtual repository. */
export type Reservation = Static<typeof Reservation>;
export const Reservation = Type.Object(
  {
    prefix: Type.String({ description: '`@corp`, `com.acme`, `github.com/acme`, `acme-`.' }),
    state: oneOf(['reserved', 'lifted', 'reserved-by-default', 'open'], {
      description:
        '`open`: local members have names with the prefix, but upstreams served some before, so that it is not reserved by default.',
    }),
    repositories: Type.Array(Type.String(), {
      description: 'Local members with names in the namespace, by key.',
    }),
    rule: Type.Optional(Type.String({ description: 'The shorter prefix that decides about this one, too.' })),
    createdBy: Type.Optional(Type.String({ description: 'The administrator who decided.' })),
    created: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  },
  { title: 'Reservation' },
);

/**
 * `GET /artifactory/api/repositories/{key}/reservations?limit=&after=`, by prefix; up to 500 at
 * once, 100 by default.
 */
export type ReservationPage = Static<typeof ReservationPage>;
export const ReservationPage = Type.Object(
  {
    reservations: Type.Array(Reservation),
    next: Type.Optional(Type.String({ description: '`after` for the next page; absent on the last.' })),
  },
  { title: 'ReservationPage' },
);

/** `PUT /artifactory/api/repositories/{key}/reservations`; `default` removes a decision. */
export type ReservationChange = Static<typeof ReservationChange>;
export const ReservationChange = Type.Object(
  { prefix: Type.String({ minLength: 1, maxLength: 512 }), effect: oneOf(['reserved', 'lifted', 'default']) },
  { title: 'ReservationChange' },
);

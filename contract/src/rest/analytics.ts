import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

const purposes = ['', 'Commercial', 'Personal'] as const;
const roles = ['', 'DevOps Engineer', 'Software Developer', 'DevSecOps Engineer', 'Other'] as const;
const desiredFeatures = [
  'Binary management',
  'Team Administration',
  'Single Sign On',
  'Vulnerabilities Scanning',
  'License Compliance Checks',
  'CI/CD',
  'Container Registry',
  'SBOM',
] as const;
/** Each of the features up to once, in any order, separated by `, `. */
const featureList = `^$|^(${desiredFeatures.join('|')})(, (${desiredFeatures.join('|')})){0,7}$`;

const counts = {
  count: Type.Integer({ minimum: 1, maximum: 10_000 }),
  first: Type.Boolean({ description: 'First occurrence since the user signed in in this browser tab.' }),
};

/**
 * Events in a browser. No event can contain a name, a path, or free text: the fields of each have
 * a fixed set of values, and other events have no fields.
 */
export type AnalyticsEvent = Static<typeof AnalyticsEvent>;
export const AnalyticsEvent = Type.Union(
  [
    Type.Object(
      {
        event: Type.Literal('personalization'),
        data: Type.Object(
          {
            purpose: oneOf(purposes),
            role: oneOf(roles),
            features: Type.String({ maxLength: 200, pattern: featureList }),
          },
          { additionalProperties: false },
        ),
        ...counts,
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        event: Type.Literal('page'),
        data: Type.Object(
          {
            route: Type.String({
              pattern: '^[A-Za-z][A-Za-z0-9._-]{0,63}$',
              description: 'Name of the route, not its URL.',
            }),
          },
          { additionalProperties: false },
        ),
        ...counts,
      },
      { additionalProperties: false },
    ),
    Type.Object(
      { event: Type.String({ pattern: '^[a-z][a-z0-9-]{0,47}$' }), ...counts },
      { additionalProperties: false },
    ),
  ],
  { title: 'AnalyticsEvent' },
);

/** POST `/ui/api/v1/ui/analytics/events`: 409 `ANALYTICS_OFF` while usage analytics are off. */
export type AnalyticsReport = Static<typeof AnalyticsReport>;
export const AnalyticsReport = Type.Object(
  { events: Type.Array(AnalyticsEvent, { minItems: 1, maxItems: 50 }) },
  { title: 'AnalyticsReport', additionalProperties: false },
);

/** GET and PUT `/ui/api/v1/ui/analytics/settings`, for administrators. */
export type AnalyticsSettings = Static<typeof AnalyticsSettings>;
export const AnalyticsSettings = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether events are counted; off by default.' }),
    days: Type.Integer({
      minimum: 1,
      maximum: 400,
      description: 'Days until counts are deleted; 90 by default.',
    }),
  },
  { title: 'AnalyticsSettings', additionalProperties: false },
);

/** An event on one day. */
export type AnalyticsCount = Static<typeof AnalyticsCount>;
export const AnalyticsCount = Type.Object(
  {
    day: Type.String({ description: 'UTC, such as `2026-11-28`.' }),
    event: Type.String(),
    detail: Type.String({ description: 'Fields of the event, such as `route: packages`; can be empty.' }),
    count: Type.Integer(),
    sessions: Type.Integer({ description: 'Sessions, from sign-in to sign-out, in which it happened.' }),
  },
  { title: 'AnalyticsCount' },
);

/** GET `/ui/api/v1/ui/analytics/history`, for administrators. */
export type AnalyticsHistory = Static<typeof AnalyticsHistory>;
export const AnalyticsHistory = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether events are counted now.' }),
    counts: Type.Array(AnalyticsCount, { description: 'Newest day first, then by count.' }),
  },
  { title: 'AnalyticsHistory' },
);

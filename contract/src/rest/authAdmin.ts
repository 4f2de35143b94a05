import { type Static, type TProperties, Type } from '@sinclair/typebox';
import { loginDialog, mfaPolicy } from './authFlows.ts';

/** Sign-in settings, for administrators. Paths are under `/access/api/v1`. */

const strict = { additionalProperties: false };
const whole = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...(description ? { description } : {}) });
const names = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: 100, description });
const some = <Properties extends TProperties>(properties: Properties) =>
  Type.Partial(Type.Object(properties), strict);

const passwords = {
  minLength: whole(12, 128),
  expiresAfterDays: whole(0, 3650, 'Days until a password must be changed; 0 means never.'),
  refuseBreached: Type.Boolean({ description: 'Rejects passwords known from data breaches.' }),
};
const audit = { retentionDays: whole(30, 3650, 'Days after which audit records are deleted.') };
const tokens = {
  maxLifetimeDays: whole(0, 3650, 'Maximum lifetime of new tokens in days; 0 means no maximum.'),
};
const lockout = {
  freeAttempts: whole(
    1,
    20,
    'Failed attempts on an account from one address before the next attempt waits longer.',
  ),
  longestWaitSeconds: whole(10, 3600),
};
const sessions = {
  idleMinutes: whole(1, 10_080),
  longestHours: whole(1, 720),
  rememberMe: Type.Boolean(),
  rememberedIdleDays: whole(1, 90),
  rememberedLongestDays: whole(1, 365),
};
const registration = {
  enabled: Type.Boolean(),
  domains: names('Email domains that can register; empty means all.'),
  groups: names('Groups of users who registered themselves.'),
};
const single = {
  anonymousAccess: Type.Boolean({
    description: 'Anonymous users can read everything that the group `readers` can read.',
  }),
  mfa: mfaPolicy,
  loginDialog,
  loginIsExternal: Type.Boolean({ description: 'Users sign in elsewhere; the page shows no form.' }),
  autoRedirect: Type.Boolean({
    description: 'Redirects from the sign-in page to the provider if there is only one.',
  }),
  resetMinutes: whole(5, 1440, 'Lifetime of the link in a password reset email.'),
  invitationHours: whole(1, 720, 'Lifetime of the link in an invitation.'),
};

/** GET `/auth/settings`. */
export type AuthSettings = Static<typeof AuthSettings>;
export const AuthSettings = Type.Object(
  {
    ...single,
    passwords: Type.Object(passwords),
    audit: Type.Object(audit),
    tokens: Type.Object(tokens),
    lockout: Type.Object(lockout),
    sessions: Type.Object(sessions),
    registration: Type.Object(registration),
  },
  { title: 'AuthSettings' },
);

/** PATCH `/auth/settings`: omitted fields do not change. */
export type AuthSettingsPatch = Static<typeof AuthSettingsPatch>;
export const AuthSettingsPatch = Type.Partial(
  Type.Object({
    ...single,
    passwords: some(passwords),
    audit: some(audit),
    tokens: some(tokens),
    lockout: some(lockout),
    sessions: some(sessions),
    registration: some(registration),
  }),
  { ...strict, title: 'AuthSettingsPatch' },
);

/**
 * POST `…/test` of each kind of settings: the service's responses, step by step. 200 for every
 * valid request.
 */
export type ProviderTest = Static<typeof ProviderTest>;
export const ProviderTest = Type.Object(
  {
    ok: Type.Boolean(),
    steps: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Such as `Find the provider`.' }),
        ok: Type.Boolean(),
        skipped: Type.Optional(
          Type.Boolean({ description: 'Not checked, for the reason in `message`; no failure.' }),
        ),
        message: Type.String({ description: 'The answer, or the failure and its remedy.' }),
      }),
    ),
  },
  { title: 'ProviderTest' },
);

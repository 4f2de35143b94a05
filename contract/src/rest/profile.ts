import { type Static, Type } from '@sinclair/typebox';

/** A user's own account. Paths are under `/ui/api/v1`. */

/**
 * GET `/ui/userProfile`; POST `{password}` unlocks it for 5 minutes of this session, PUT saves it.
 * 403 `REAUTHENTICATION_FAILED` for a wrong password.
 */
export type UserProfile = Static<typeof UserProfile>;
export const UserProfile = Type.Object(
  {
    user: Type.Object({
      name: Type.String(),
      email: Type.String(),
      realm: Type.String(),
      groups: Type.Array(Type.String()),
      admin: Type.Boolean(),
      profileUpdatable: Type.Boolean(),
      internalPasswordDisabled: Type.Boolean({
        description: 'Signs in elsewhere, or with tokens alone: nothing here asks for a password.',
      }),
      lastLoggedIn: Type.Optional(Type.String({ description: 'ISO 8601; absent before the first time.' })),
    }),
    password: Type.Optional(
      Type.Object(
        {
          minLength: Type.Number(),
          validFor: Type.Optional(
            Type.Number({
              description: 'Days until it has to be changed, 0: now; absent where passwords do not expire.',
            }),
          ),
        },
        { description: 'What a new password has to be; absent where there is none here.' },
      ),
    ),
    unlocked: Type.Boolean(),
    unlockedUntil: Type.Optional(Type.String({ description: 'ISO 8601.' })),
  },
  { title: 'UserProfile' },
);

/** POST `/ui/userProfile`. */
export type ProfileUnlock = Static<typeof ProfileUnlock>;
export const ProfileUnlock = Type.Object({ password: Type.String() }, { title: 'ProfileUnlock' });

/**
 * PUT `/ui/userProfile`: changes an unlocked profile; omitted fields stay. A new password ends all
 * other sessions. 403 `REAUTHENTICATION_REQUIRED` while it is locked.
 */
export type ProfileChange = Static<typeof ProfileChange>;
export const ProfileChange = Type.Object(
  {
    email: Type.Optional(Type.String()),
    newPassword: Type.Optional(Type.String()),
    revokeTokens: Type.Optional(
      Type.Boolean({ description: "With a new password: revokes the user's access tokens and API key." }),
    ),
  },
  { title: 'ProfileChange' },
);

/**
 * GET `/ui/userApiKey[/{user}]`. POST creates a key (409 if one exists), PUT replaces it, DELETE
 * revokes it. For the caller's own key; administrators can revoke the keys of others. All but
 * DELETE require `X-JFrog-Reauthentication: Basic …` or an unlocked profile; 403
 * `REAUTHENTICATION_REQUIRED` or `REAUTHENTICATION_FAILED`.
 */
export type UserApiKey = Static<typeof UserApiKey>;
export const UserApiKey = Type.Object(
  { userName: Type.String(), apiKey: Type.String({ description: 'Empty: there is none.' }) },
  { title: 'UserApiKey' },
);

/**
 * GET `/access/sessions` returns `{sessions}`, last used first; DELETE `/access/sessions/{id}` ends
 * one, DELETE `/access/sessions` all others.
 */
export type SessionSummary = Static<typeof SessionSummary>;
export const SessionSummary = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'The one that asks.' }),
    client: Type.String({ description: 'What the browser says it is.' }),
    address: Type.String({ description: 'Where it signed in from.' }),
    created: Type.String({ description: 'ISO 8601.' }),
    lastSeen: Type.String({ description: 'ISO 8601, to the minute or so.' }),
    expires: Type.String({ description: 'ISO 8601: at the latest.' }),
    remembered: Type.Boolean(),
  },
  { title: 'SessionSummary' },
);

/** GET `/access/sessions`. */
export type SessionList = Static<typeof SessionList>;
export const SessionList = Type.Object({ sessions: Type.Array(SessionSummary) }, { title: 'SessionList' });

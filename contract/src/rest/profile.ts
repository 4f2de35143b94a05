/** What a user does for himself. Paths are under `/ui/api/v1`. */

/**
 * GET `/ui/userProfile`; POST `{password}` unlocks it for 5 minutes of this session, PUT saves. 403
 * `REAUTHENTICATION_FAILED` for a wrong password.
 */
export interface UserProfile {
  user: {
    name: string;
    email: string;
    realm: string;
    groups: string[];
    admin: boolean;
    profileUpdatable: boolean;
    /** Signs in elsewhere, or with tokens alone: nothing here asks for a password. */
    internalPasswordDisabled: boolean;
    /** ISO 8601; absent before the first time. */
    lastLoggedIn?: string;
  };
  /** What a new password has to be; absent where there is none here. */
  password?: {
    minLength: number;
    /** Days until it has to be changed, 0: now; absent where passwords do not expire. */
    validFor?: number;
  };
  unlocked: boolean;
  /** ISO 8601. */
  unlockedUntil?: string;
}

/** POST `/ui/userProfile`. */
export interface ProfileUnlock {
  password: string;
}

/**
 * PUT `/ui/userProfile`: of an unlocked profile that may be changed; what is left out stays. A new password ends every other
 * session. 403 `REAUTHENTICATION_REQUIRED` while it is locked.
 */
export interface ProfileChange {
  email?: string;
  newPassword?: string;
  /** With a new password: revokes the user's access tokens and API key. */
  revokeTokens?: boolean;
}

/**
 * GET `/ui/userApiKey[/{user}]`, POST makes one (409 when there is one), PUT makes another, DELETE ends it. Of oneself alone; an
 * administrator may end another's. All but DELETE ask for `X-JFrog-Reauthentication: Basic …` or a profile that was unlocked;
 * 403 `REAUTHENTICATION_REQUIRED` or `REAUTHENTICATION_FAILED`.
 */
export interface UserApiKey {
  userName: string;
  /** Empty: there is none. */
  apiKey: string;
}

/** GET `/access/sessions` gives `{sessions}`, the last used first; DELETE `/access/sessions/{id}` ends one, DELETE `/access/sessions` all others. */
export interface SessionSummary {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** What the browser says it is. */
  client: string;
  /** Where it signed in from. */
  address: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601, to the minute or so. */
  lastSeen: string;
  /** ISO 8601: at the latest. */
  expires: string;
  remembered: boolean;
}

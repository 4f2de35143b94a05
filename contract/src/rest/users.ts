/** Users, tokens and permissions, under `/access/api`. */

/** GET `/v2/users` gives `{users}`. */
export interface UserSummary {
  username: string;
  uri: string;
  realm: string;
  status: 'enabled' | 'disabled';
  email: string;
  /** Also as a member of a group of administrators. */
  admin: boolean;
  groups: string[];
  /** ISO 8601; absent before the first time. */
  last_logged_in?: string;
}

/** GET `/v2/users/{name}`, and the answer to POST and PATCH. */
export interface UserDetails {
  username: string;
  email: string;
  admin: boolean;
  profile_updatable: boolean;
  disable_ui_access: boolean;
  /** Signs in elsewhere, or with tokens alone. */
  internal_password_disabled: boolean;
  groups: string[];
  realm: string;
  status: 'enabled' | 'disabled';
  /** Of the second factor. */
  mfa_status: 'NONE' | 'ENROLLED';
  /** ISO 8601; absent before the first time. */
  last_logged_in?: string;
}

/** PATCH `/v2/users/{name}`: what is left out stays. */
export interface UserPatch {
  email?: string;
  password?: string;
  /** Whether the password has to be changed at the next sign-in. */
  password_expired?: boolean;
  admin?: boolean;
  profile_updatable?: boolean;
  disable_ui_access?: boolean;
  internal_password_disabled?: boolean;
  status?: 'enabled' | 'disabled';
  groups?: string[];
}

/** POST `/v2/users`. */
export interface NewUser extends UserPatch {
  username: string;
}

/** POST `/v1/tokens`; all may be left out. */
export interface NewToken {
  grant_type?: 'client_credentials' | 'refresh_token';
  /** With `grant_type: refresh_token` alone. */
  refresh_token?: string;
  /** Oneself when left out; another user for administrators. */
  username?: string;
  /**
   * `applied-permissions/user` when left out, `applied-permissions/admin`, or any number of
   * `repository:{key or *}:{read,deploy,delete,annotate,manage}`, parted by blanks.
   */
  scope?: string;
  /**
   * In seconds, at most the maximum lifetime that administrators set, which is also the default. Without a maximum the default is one
   * year, and 0 means never, for administrators.
   */
  expires_in?: number;
  refreshable?: boolean;
  description?: string;
}

/** The only time that the secrets are shown. */
export interface IssuedTokenAnswer {
  token_id: string;
  access_token: string;
  refresh_token?: string;
  /** In seconds; 0 never. */
  expires_in: number;
  scope: string;
  token_type: 'Bearer';
}

/** GET `/v1/tokens[?username=]`: the caller's own tokens, for administrators those of all users. */
export interface TokenList {
  tokens: TokenSummary[];
  /** Maximum lifetime of new tokens in seconds; absent if there is none. */
  max_expires_in?: number;
}

/** Times in seconds since 1970. */
export interface TokenSummary {
  token_id: string;
  /** The user's name. */
  subject: string;
  scope: string;
  description: string;
  issued_at: number;
  /** Absent: never. */
  expiry?: number;
  last_used?: number;
  refreshable: boolean;
}

export type PermissionAction = 'READ' | 'WRITE' | 'DELETE' | 'ANNOTATE' | 'MANAGE';

/** GET `/v2/users[?limit=&cursor=]`: a page as of `PermissionPage`. */
export interface UserPage {
  users: UserSummary[];
  cursor?: string;
}

/** Of whom, and where. */
export interface ResourcePermission {
  actions: { users: Record<string, PermissionAction[]>; groups: Record<string, PermissionAction[]> };
  /** By repository key; `ANY` is every one. Patterns know `*`, `**` and `?`; no include pattern includes all. */
  targets: Record<string, { include_patterns?: string[]; exclude_patterns?: string[] }>;
}

/**
 * GET `/v2/permissions[?limit=&cursor=]`: sorted by name. `limit` is 1 to 99,999; without it the whole list is returned.
 * `cursor` is present when there is more, and is the value of `cursor` for the next page.
 */
export interface PermissionPage {
  permissions: PermissionSummary[];
  cursor?: string;
}

export interface PermissionSummary {
  name: string;
  uri: string;
  /** Repository keys; `ANY` is every one. */
  repositories: string[];
  /** It is about builds, too. */
  builds: boolean;
  /** To whom something is granted there. */
  users: string[];
  groups: string[];
}

/** GET, PUT and DELETE `/v2/permissions/{name}`, POST `/v2/permissions`. */
export interface Permission {
  name: string;
  /**
   * `artifact` is about files in repositories, `build` about build-info: its target is `artifactory-build-info`, its patterns are those of
   * builds' names. What a change leaves out stays.
   */
  resources: { artifact?: ResourcePermission; build?: ResourcePermission };
}

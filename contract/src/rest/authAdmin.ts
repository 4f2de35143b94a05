import type { LoginDialogSettings, MfaPolicy } from './authFlows.ts';

/** How people come in, for administrators. Paths are under `/access/api/v1`. A secret is write-only: left out it stays, empty it goes. */

/** GET, PATCH `/auth/settings`: what is left out stays. */
export interface AuthSettings {
  /** Whoever is not signed in may read what the group `readers` may. */
  anonymousAccess: boolean;
  passwords: {
    /** 12 to 128. */
    minLength: number;
    /** Days after which one has to be changed; 0: never. */
    expiresAfterDays: number;
    /** Refuse those known from breaches. */
    refuseBreached: boolean;
  };
  audit: {
    /** 30 to 3650: days after which audit records are deleted. */
    retentionDays: number;
  };
  tokens: {
    /** Maximum lifetime of new tokens in days, up to 3650; 0 means no maximum. */
    maxLifetimeDays: number;
  };
  lockout: {
    /** 1 to 20: wrong attempts on an account from one address before each next one waits longer. */
    freeAttempts: number;
    /** 10 to 3600 seconds. */
    longestWaitSeconds: number;
  };
  sessions: {
    idleMinutes: number;
    longestHours: number;
    rememberMe: boolean;
    rememberedIdleDays: number;
    rememberedLongestDays: number;
  };
  mfa: MfaPolicy;
  registration: {
    enabled: boolean;
    /** Mail domains that may; none: every one. */
    domains: string[];
    groups: string[];
  };
  loginDialog: LoginDialogSettings['config'];
  /** People sign in elsewhere: the page shows no form. */
  loginIsExternal: boolean;
  /** Who comes to the sign-in page goes on to the provider, where there is just one. */
  autoRedirect: boolean;
  /** Minutes that the link in a mail holds: a new password, an invitation. */
  resetMinutes: number;
  invitationHours: number;
}

export type AuthSettingsPatch = {
  [Name in keyof AuthSettings]?: AuthSettings[Name] extends unknown[] | string | boolean | number | null
    ? AuthSettings[Name]
    : AuthSettings[Name] extends object
      ? Partial<AuthSettings[Name]>
      : AuthSettings[Name];
};

/** POST `…/test` of each kind: what the other side answered, step by step. Always 200 when the request itself was right. */
export interface ProviderTest {
  ok: boolean;
  steps: {
    /** `Find the provider`, `Fetch its keys`, … */
    name: string;
    ok: boolean;
    /** What it answered, or what was wrong and what would be right. */
    message: string;
  }[];
}

/** GET, PUT, DELETE `/mail`; POST `/mail/test` with `MailTest`. 404 `NOT_CONFIGURED`. */
export interface MailSettings {
  enabled: boolean;
  host: string;
  port: number;
  /** `none` only where the network is trusted. */
  security: 'tls' | 'starttls' | 'none';
  username: string;
  /** Only in what is sent. */
  password?: string;
  /** Only in what is answered: there is one. */
  hasPassword?: boolean;
  from: string;
  subjectPrefix: string;
  /** Only answered: what links in mails begin with, unless `LADING_PUBLIC_URL` says so. */
  linkBase?: string;
}

/** Without `settings`: with those that are kept. */
export interface MailTest {
  to: string;
  settings?: MailSettings;
}

/**
 * GET, POST `/oauth/providers` (GET gives `{providers}`); GET, PUT, DELETE `/oauth/providers/{name}`; POST `/oauth/providers/test` with the
 * settings themselves. An OpenID Connect provider.
 */
export interface OAuthProviderSettings {
  /** A letter, then letters, figures, `-`, `_`: part of the callback's address. */
  name: string;
  displayName: string;
  enabled: boolean;
  /** `openid`, or a kind that a picture is known of: `google`, `azure`, … */
  type: string;
  /** Its `/.well-known/openid-configuration` is asked. */
  issuer: string;
  clientId: string;
  clientSecret?: string;
  hasClientSecret?: boolean;
  /** Parted by blanks. */
  scope: string;
  /** The claim that is the user's name; `preferred_username`, `email` or `sub`. */
  userNameClaim: string;
  /** The claim with the names of groups; empty: none. Only groups that are here count. */
  groupsClaim: string;
  /** Whether who is not known here is made. */
  createUsers: boolean;
  /** Whether a user of this name that signs in another way may come in by it from now on. */
  linkExisting: boolean;
  /** May be on a private network. */
  allowPrivate: boolean;
  /** Who signs out here goes on to sign out there (its `end_session_endpoint`). Left out: no. */
  singleLogout?: boolean;
  /** Only answered: what to enter at the provider, exactly. */
  callbackUrl?: string;
  /** Only answered: where the provider sends back who has signed out there. */
  postLogoutUrl?: string;
}

/** GET, POST `/saml/key`: what signs requests to SAML providers; POST makes another. */
export interface SamlKey {
  /** PEM, to be given to providers. */
  certificate: string;
}

/**
 * GET, POST `/saml/providers`, GET, PUT, DELETE `/saml/providers/{name}`; POST `/saml/providers/test` with the settings themselves. No
 * two have one `idpEntityId`.
 */
export interface SamlSettings {
  /** Letters, digits, `-` and `_`; stays. */
  name: string;
  enabled: boolean;
  displayName: string;
  /** What the provider calls itself: who else answers is refused. */
  idpEntityId: string;
  loginUrl: string;
  /** Empty: no single logout. */
  logoutUrl: string;
  /** PEM, or base64 alone; several while one replaces another. */
  certificates: string[];
  /** What this platform calls itself. */
  entityId: string;
  /** The attribute that is the user's name; empty: the NameID. */
  userNameAttribute: string;
  emailAttribute: string;
  groupsAttribute: string;
  createUsers: boolean;
  linkExisting: boolean;
  /** Requests are signed with this platform’s own key, whose certificate is in the metadata. */
  signRequests: boolean;
  /** Only answered: the certificate of that key. */
  ownCertificate?: string;
  /** Only answered: what to enter at the provider. */
  acsUrl?: string;
  singleLogoutUrl?: string;
  metadataUrl?: string;
}

/** GET, PUT, DELETE `/ldap`; POST `/ldap/test` with `LdapTest`. 404 `NOT_CONFIGURED`. */
export interface LdapSettings {
  enabled: boolean;
  /** `ldap://host:389` or `ldaps://host:636`. */
  url: string;
  startTls: boolean;
  /** Who searches; empty: anonymously. */
  managerDn: string;
  managerPassword?: string;
  hasManagerPassword?: boolean;
  searchBase: string;
  /** `(uid={0})`: `{0}` is the name, escaped. */
  searchFilter: string;
  emailAttribute: string;
  /** Empty: no groups. */
  groupBase: string;
  /** `(member={0})`: `{0}` is the user's DN, escaped. */
  groupFilter: string;
  groupNameAttribute: string;
  createUsers: boolean;
  allowPrivate: boolean;
}

export interface LdapTest {
  settings: LdapSettings;
  /** Tried when given. */
  user?: string;
  password?: string;
}

/**
 * GET, PUT, DELETE `/sso/http`: a proxy that has signed the person in names him in a header. POST `/sso/http/test` with the settings themselves says
 * what this request shows. 404 `NOT_CONFIGURED`.
 */
export interface HttpSsoSettings {
  enabled: boolean;
  /** Such as `X-Remote-User`. */
  header: string;
  /** Addresses and networks of proxies that are believed; each other one is not, whatever it sends. */
  proxies: string[];
  createUsers: boolean;
}

/** GET, PUT, DELETE `/sso/crowd`; POST `/sso/crowd/test` with the settings themselves. 404 `NOT_CONFIGURED`. */
export interface CrowdSettings {
  enabled: boolean;
  url: string;
  application: string;
  password?: string;
  hasPassword?: boolean;
  createUsers: boolean;
  allowPrivate: boolean;
}

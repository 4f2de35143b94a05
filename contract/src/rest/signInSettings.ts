import { type Static, Type } from '@sinclair/typebox';
import { oneOf } from './schemaKinds.ts';

/**
 * Settings of sign-in methods and of email, for administrators. Paths are under `/access/api/v1`.
 * Secrets are write-only: an omitted secret does not change, an empty one is removed.
 */

const text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description ? { description } : {}) });
const given = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 1000, ...(description ? { description } : {}) });
const secret = (maxLength: number) =>
  Type.Optional(Type.String({ maxLength, description: 'Only in requests.' }));
const hasSecret = Type.Optional(Type.Boolean({ description: 'Only in answers: a secret is stored.' }));
const answered = (description: string) =>
  Type.Optional(Type.String({ description: `Only in answers: ${description}` }));
const createUsers = Type.Boolean({ description: 'Creates users who do not exist yet.' });
const linkExisting = Type.Boolean({
  description:
    'Lets an existing user of this name, who signs in by another method, sign in by this one from now on.',
});
const allowPrivate = Type.Boolean({ description: 'The service can be in a private network.' });
const providerName = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
  description: 'A letter, then letters, digits, `-`, and `_`; cannot be changed later.',
});

/** GET, PUT, DELETE `/mail`; POST `/mail/test` with `MailTest`. 404 `NOT_CONFIGURED`. */
export type MailSettings = Static<typeof MailSettings>;
export const MailSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    host: Type.String({ pattern: '^[A-Za-z0-9.:_-]+$', maxLength: 253 }),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    security: oneOf(['tls', 'starttls', 'none'], { description: '`none` only in a trusted network.' }),
    username: text(320),
    password: secret(1000),
    hasPassword: hasSecret,
    from: Type.String({ pattern: '^[^\\r\\n]*@[^\\r\\n]*$', maxLength: 320 }),
    subjectPrefix: Type.String({ pattern: '^[^\\r\\n]*$', maxLength: 100 }),
    linkBase: answered('the start of links in emails, unless `LADING_PUBLIC_URL` is set.'),
  },
  { title: 'MailSettings' },
);

/** Without `settings`: tests the stored settings. */
export type MailTest = Static<typeof MailTest>;
export const MailTest = Type.Object(
  {
    to: Type.String({ pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$', maxLength: 320 }),
    settings: Type.Optional(MailSettings),
  },
  { title: 'MailTest' },
);

/**
 * GET, POST `/oauth/providers`; GET, PUT, DELETE `/oauth/providers/{name}`; POST
 * `/oauth/providers/test` with the settings. An OpenID Connect provider.
 */
export type OAuthProviderSettings = Static<typeof OAuthProviderSettings>;
export const OAuthProviderSettings = Type.Object(
  {
    name: providerName,
    displayName: text(100),
    enabled: Type.Boolean(),
    type: Type.String({
      pattern: '^[a-z][a-z0-9-]{0,31}$',
      description: '`openid`, or a kind with an icon: `google`, `azure`, …',
    }),
    issuer: text(1000, 'URL whose `/.well-known/openid-configuration` is read.'),
    clientId: given(),
    clientSecret: secret(4000),
    hasClientSecret: hasSecret,
    scope: text(1000, 'Space-separated.'),
    userNameClaim: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Claim with the user name: `preferred_username`, `email`, or `sub`.',
    }),
    groupsClaim: text(100, 'Claim with the names of groups; empty: none. Only existing groups count.'),
    createUsers,
    linkExisting,
    allowPrivate,
    singleLogout: Type.Optional(
      Type.Boolean({
        description: 'Also signs users out at the provider, by its `end_session_endpoint`. False by default.',
      }),
    ),
    callbackUrl: answered('the URL to enter at the provider, exactly.'),
    postLogoutUrl: answered('the URL where the provider returns signed-out users.'),
  },
  { title: 'OAuthProviderSettings' },
);

export type OAuthProviderList = Static<typeof OAuthProviderList>;
export const OAuthProviderList = Type.Object(
  { providers: Type.Array(OAuthProviderSettings) },
  { title: 'OAuthProviderList' },
);

/** GET, POST `/saml/key`: signs requests to SAML providers; POST replaces it. */
export type SamlKey = Static<typeof SamlKey>;
export const SamlKey = Type.Object(
  { certificate: Type.String({ description: 'In PEM, to enter at providers.' }) },
  { title: 'SamlKey' },
);

/**
 * GET, POST `/saml/providers`, GET, PUT, DELETE `/saml/providers/{name}`; POST
 * `/saml/providers/test` with the settings. Each has its own `idpEntityId`.
 */
export type SamlSettings = Static<typeof SamlSettings>;
export const SamlSettings = Type.Object(
  {
    name: providerName,
    enabled: Type.Boolean(),
    displayName: text(1000),
    idpEntityId: given("The provider's name for itself. Answers from others are rejected."),
    loginUrl: given(),
    logoutUrl: text(1000, 'Empty: no single logout.'),
    certificates: Type.Array(Type.String({ maxLength: 20_000 }), {
      minItems: 1,
      maxItems: 10,
      description: 'PEM, or only base64; several during a rotation.',
    }),
    entityId: given("This platform's name for itself."),
    userNameAttribute: text(1000, 'Attribute with the user name; empty: the NameID.'),
    emailAttribute: text(1000),
    groupsAttribute: text(1000),
    createUsers,
    linkExisting,
    signRequests: Type.Boolean({
      description: "Signs requests with the platform's own key, whose certificate is in the metadata.",
    }),
    acsUrl: answered('the URL to enter at the provider.'),
    singleLogoutUrl: answered('the URL for single logout.'),
    metadataUrl: answered("the URL of this platform's metadata."),
    ownCertificate: answered("the certificate of the platform's own key."),
  },
  { title: 'SamlSettings' },
);

export type SamlProviderList = Static<typeof SamlProviderList>;
export const SamlProviderList = Type.Object(
  { providers: Type.Array(SamlSettings) },
  { title: 'SamlProviderList' },
);

const attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]*$|^$', maxLength: 100 });

/** GET, PUT, DELETE `/ldap`; POST `/ldap/test` with `LdapTest`. 404 `NOT_CONFIGURED`. */
export type LdapSettings = Static<typeof LdapSettings>;
export const LdapSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    url: text(1000, '`ldap://host:389` or `ldaps://host:636`.'),
    startTls: Type.Boolean(),
    managerDn: text(1000, 'Searches the directory; empty: anonymously.'),
    managerPassword: secret(1000),
    hasManagerPassword: hasSecret,
    searchBase: text(1000),
    searchFilter: text(1000, '`(uid={0})`: `{0}` is the name, escaped.'),
    emailAttribute: attribute,
    groupBase: text(1000, 'Empty: no groups.'),
    groupFilter: text(1000, "`(member={0})`: `{0}` is the user's DN, escaped."),
    groupNameAttribute: attribute,
    createUsers,
    allowPrivate,
  },
  { title: 'LdapSettings' },
);

export type LdapTest = Static<typeof LdapTest>;
export const LdapTest = Type.Object(
  {
    settings: LdapSettings,
    user: Type.Optional(text(1000, 'Signed in for the test, if set.')),
    password: Type.Optional(text(1000)),
  },
  { title: 'LdapTest' },
);

/**
 * GET, PUT, DELETE `/sso/http`: a trusted proxy passes the user name in a header. POST
 * `/sso/http/test` with the settings reports on the test request itself. 404 `NOT_CONFIGURED`.
 */
export type HttpSsoSettings = Static<typeof HttpSsoSettings>;
export const HttpSsoSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    header: Type.String({ pattern: '^[A-Za-z][A-Za-z0-9-]{0,99}$', description: 'Such as `X-Remote-User`.' }),
    proxies: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'Addresses and networks of trusted proxies. The header of other clients is ignored.',
    }),
    createUsers,
  },
  { title: 'HttpSsoSettings' },
);

/**
 * GET, PUT, DELETE `/sso/crowd`; POST `/sso/crowd/test` with the settings. 404 `NOT_CONFIGURED`.
 */
export type CrowdSettings = Static<typeof CrowdSettings>;
export const CrowdSettings = Type.Object(
  {
    enabled: Type.Boolean(),
    url: text(1000),
    application: Type.String({ pattern: '^[^:]+$', maxLength: 200 }),
    password: secret(1000),
    hasPassword: hasSecret,
    createUsers,
    allowPrivate,
  },
  { title: 'CrowdSettings' },
);

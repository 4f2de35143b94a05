import { type Static, Type } from '@sinclair/typebox';
import { mapOf, oneOf, time } from './schemaKinds.ts';

/**
 * Tokens for CI systems by OpenID Connect, under `/access/api/v1/oidc`: a job proves its identity
 * with the ID token of its CI system, and gets a short-lived access token.
 */

const line = (maxLength: number, description?: string) =>
  Type.String({ maxLength, ...(description === undefined ? {} : { description }) });

export type OidcProviderType = Static<typeof OidcProviderType>;
export const OidcProviderType = oneOf(['GitHub', 'GitLab', 'Generic']);

/** POST `/`; PUT `/{provider}`: a trusted issuer of ID tokens. */
export type OidcProvider = Static<typeof OidcProvider>;
export const OidcProvider = Type.Object(
  {
    name: line(64, 'Letters, digits, ".", "_", and "-". Cannot be changed later.'),
    provider_type: OidcProviderType,
    issuer_url: line(1000, 'As in the claim `iss`: `https://token.actions.githubusercontent.com`.'),
    audience: line(256, 'The claim `aud` that ID tokens must have.'),
    description: line(1000),
    allow_private: Type.Optional(
      Type.Boolean({ description: 'The issuer can have an address in a private network.' }),
    ),
  },
  { title: 'OidcProvider' },
);

/** GET `/` and `/{provider}`. */
export type OidcProviderDetails = Static<typeof OidcProviderDetails>;
export const OidcProviderDetails = Type.Object(
  {
    ...OidcProvider.properties,
    allow_private: Type.Boolean(),
    mappings: Type.Integer({ description: 'Number of identity mappings.' }),
  },
  { title: 'OidcProviderDetails' },
);

/** Expected claims: a text with `*` for any characters, or a list of which one must match. */
export type ClaimRules = Static<typeof ClaimRules>;
export const ClaimRules = mapOf(
  Type.Union([line(500), Type.Array(line(500), { minItems: 1, maxItems: 20 })]),
  { description: 'Expected value by claim. `*` matches any characters; one value of a list must match.' },
);

/** A package that jobs publish without a stored token, as at the public registries. */
export type TrustedPublisher = Static<typeof TrustedPublisher>;
export const TrustedPublisher = Type.Object(
  {
    package_type: oneOf(['npm', 'pypi']),
    repository: line(64, 'The local repository.'),
    package: line(214, 'The name of the package, with its npm scope.'),
  },
  { title: 'TrustedPublisher' },
);

/** POST `/{provider}/identity_mappings`; PUT `/{provider}/identity_mappings/{mapping}`. */
export type OidcMapping = Static<typeof OidcMapping>;
export const OidcMapping = Type.Object(
  {
    name: line(64, 'Letters, digits, ".", "_", and "-". Cannot be changed later.'),
    description: line(1000),
    priority: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: 'The lowest one that matches applies.',
    }),
    claims: ClaimRules,
    token_spec: Type.Object({
      username: line(256, 'The user that the token acts for.'),
      scope: line(1000, 'As of access tokens. Ignored for a trusted publisher.'),
      expires_in: Type.Integer({ minimum: 60, maximum: 86_400, description: 'In seconds.' }),
    }),
    publisher: Type.Optional(TrustedPublisher),
  },
  { title: 'OidcMapping' },
);

/** GET `/{provider}/identity_mappings`. */
export type OidcMappingDetails = Static<typeof OidcMappingDetails>;
export const OidcMappingDetails = Type.Object(
  {
    ...OidcMapping.properties,
    last_used: Type.Optional(time('When a job last got a token by it. Absent: none did.')),
    last_subject: Type.Optional(Type.String({ description: 'The claim `sub` of that job.' })),
  },
  { title: 'OidcMappingDetails' },
);

/** POST `/token`, without credentials. */
export type OidcExchange = Static<typeof OidcExchange>;
export const OidcExchange = Type.Object(
  {
    grant_type: Type.Literal('urn:ietf:params:oauth:grant-type:token-exchange'),
    subject_token_type: Type.Optional(line(100)),
    subject_token: line(16_384, 'The ID token of the CI job.'),
    provider_name: line(64),
  },
  { title: 'OidcExchange', additionalProperties: true },
);

export type OidcToken = Static<typeof OidcToken>;
export const OidcToken = Type.Object(
  {
    access_token: Type.String(),
    issued_token_type: Type.String(),
    token_type: Type.String(),
    expires_in: Type.Integer({ description: 'In seconds.' }),
    scope: Type.String(),
    username: Type.String(),
  },
  { title: 'OidcToken' },
);

/** POST `/{provider}/test`: an ID token, or its claims as JSON. */
export type OidcTest = Static<typeof OidcTest>;
export const OidcTest = Type.Object({ input: line(16_384) }, { title: 'OidcTest' });

export type ClaimCheck = Static<typeof ClaimCheck>;
export const ClaimCheck = Type.Object(
  {
    claim: Type.String(),
    expected: Type.Array(Type.String()),
    actual: Type.Array(Type.String(), { description: 'Empty: the claim is missing.' }),
    matches: Type.Boolean(),
  },
  { title: 'ClaimCheck' },
);

export type OidcTestResult = Static<typeof OidcTestResult>;
export const OidcTestResult = Type.Object(
  {
    problem: Type.Optional(
      Type.String({
        description: 'Why the ID token is rejected. Absent: it is valid, or only claims were entered.',
      }),
    ),
    verified: Type.Boolean({ description: 'Whether a signature was verified.' }),
    claims: Type.Array(Type.Object({ claim: Type.String(), value: Type.String() })),
    mappings: Type.Array(
      Type.Object({
        name: Type.String(),
        priority: Type.Integer(),
        matches: Type.Boolean(),
        applies: Type.Boolean({
          description: 'The first one that matches. Trusted publishers apply by package.',
        }),
        checks: Type.Array(ClaimCheck),
      }),
    ),
  },
  { title: 'OidcTestResult' },
);

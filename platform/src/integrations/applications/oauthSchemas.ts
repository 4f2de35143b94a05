import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { identityScopes, userScope } from '../../access/tokens/scopes.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { idTokenAlgorithm } from './idTokenKeys.ts';

/** Schemas defined by OAuth 2.0. */

const text = Type.String();
const texts = Type.Array(text);

export const oauth = '/access/api/v1/oauth2';

export const Metadata = Type.Object(
  {
    issuer: text,
    authorization_endpoint: text,
    token_endpoint: text,
    token_endpoint_auth_methods_supported: texts,
    revocation_endpoint: text,
    revocation_endpoint_auth_methods_supported: texts,
    introspection_endpoint: text,
    introspection_endpoint_auth_methods_supported: texts,
    response_types_supported: texts,
    response_modes_supported: texts,
    grant_types_supported: texts,
    code_challenge_methods_supported: texts,
    authorization_response_iss_parameter_supported: Type.Boolean(),
    scopes_supported: texts,
    jwks_uri: text,
    userinfo_endpoint: text,
    subject_types_supported: texts,
    id_token_signing_alg_values_supported: texts,
    claims_supported: texts,
    claims_parameter_supported: Type.Boolean(),
    request_parameter_supported: Type.Boolean(),
    request_uri_parameter_supported: Type.Boolean(),
  },
  { title: 'OAuthMetadata' },
);

const client = {
  client_id: Type.Optional(text),
  client_secret: Type.Optional(Type.String({ description: 'If not in the Authorization header.' })),
};

export const TokenForm = Type.Object(
  {
    grant_type: Type.String({
      description: '`authorization_code`, `refresh_token`, or `client_credentials`.',
    }),
    scope: Type.Optional(Type.String({ description: 'Of `client_credentials`.' })),
    code: Type.Optional(text),
    redirect_uri: Type.Optional(text),
    code_verifier: Type.Optional(text),
    refresh_token: Type.Optional(text),
    ...client,
  },
  { title: 'OAuthTokenForm' },
);

export const ClientToken = Type.Object({ token: text, ...client }, { title: 'OAuthToken' });

export const TokenAnswer = Type.Object(
  {
    access_token: text,
    token_type: text,
    expires_in: Type.Integer({ description: 'In seconds.' }),
    refresh_token: Type.Optional(text),
    id_token: Type.Optional(Type.String({ description: 'With the scope `openid`.' })),
    scope: text,
  },
  { title: 'OAuthTokenAnswer' },
);

export const Introspection = Type.Object(
  {
    active: Type.Boolean(),
    scope: Type.Optional(text),
    client_id: Type.Optional(text),
    username: Type.Optional(text),
    sub: Type.Optional(text),
    token_type: Type.Optional(text),
    iat: Type.Optional(Type.Integer()),
    exp: Type.Optional(Type.Integer()),
  },
  { title: 'OAuthIntrospection' },
);

/** JSON Web Key Set (RFC 7517) with RSA keys. */
export const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object({ kty: text, kid: text, use: text, alg: text, n: text, e: text }, { title: 'RsaKey' }),
    ),
  },
  { title: 'OAuthKeySet' },
);

export const UserInfo = Type.Object(
  {
    sub: Type.String({ description: 'Of one user only, even after the user was deleted.' }),
    name: Type.Optional(text),
    preferred_username: Type.Optional(text),
    email: Type.Optional(text),
    email_verified: Type.Optional(Type.Boolean()),
  },
  { title: 'OAuthUserInfo' },
);

/** Returns the metadata of RFC 8414 and of OpenID Connect Discovery. */
export function metadataOf(request: FastifyRequest): Static<typeof Metadata> {
  const issuer = ownOrigin(request);
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    authorization_endpoint: `${issuer}/ui/integrations/authorize`,
    token_endpoint: `${issuer}${oauth}/token`,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${issuer}${oauth}/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    introspection_endpoint: `${issuer}${oauth}/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [...identityScopes, userScope],
    jwks_uri: `${issuer}${oauth}/keys`,
    userinfo_endpoint: `${issuer}${oauth}/userinfo`,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [idTokenAlgorithm],
    claims_supported: [
      ...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash'],
      ...['name', 'preferred_username', 'email', 'email_verified'],
    ],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

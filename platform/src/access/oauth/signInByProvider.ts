import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { beginAttempt, checkConfirmed, confirming, takeAttempt } from '../sso/attempts.ts';
import { type ExternalIdentity, externalUser } from '../sso/externalUser.ts';
import { SsoError } from '../sso/SsoError.ts';
import { type SsoSession, shownAt } from '../sso/ssoSessions.ts';
import type { User } from '../User.ts';
import { configurationOf } from './discover.ts';
import { type StoredProvider, secretOf } from './providers.ts';
import { reach } from './reach.ts';
import { oauthSession } from './signOutAtProvider.ts';
import { callbackUrl } from './usableProvider.ts';

const kind = 'oauth';
type Claims = Record<string, unknown>;

/** One year in seconds. No provider keeps a session that long without asking again. */
const maxSessionSeconds = 31_536_000;

/** Returns the URL at the provider, with a challenge that only this server can answer. */
export async function beginOAuth(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  {
    redirectTo,
    registrationToken,
    confirm,
  }: { redirectTo: string; registrationToken: string; confirm: boolean },
): Promise<string> {
  const { settings } = provider;
  const callback = callbackUrl(ownOrigin(request), settings.name);
  const configuration = await reach(() => configurationOf(settings, secretOf(provider, request.server.seal)));
  const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
  const attempt = { redirectTo, registrationToken, callback, verifier, nonce, ...confirming(confirm) };
  const state = await beginAttempt(request, reply, kind, settings.name, attempt);
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: settings.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // Either parameter requires the provider to return when the user authenticated.
    ...(confirm ? { prompt: 'login', max_age: '0' } : { max_age: String(maxSessionSeconds) }),
  });
  return url.href;
}

/** Converts the provider's callback to a user. Throws `SsoError`. */
export async function finishOAuth(
  request: FastifyRequest,
  provider: StoredProvider,
): Promise<{ user: User; redirectTo: string; sso: SsoSession }> {
  const { settings } = provider;
  const query = new URL(request.url, 'http://localhost').search;
  const state = new URLSearchParams(query).get('state') ?? '';
  const attempt = await takeAttempt(request, kind, settings.name, state);
  const { callback = '', verifier = '', nonce = '', registrationToken = '', redirectTo } = attempt;
  const configuration = await reach(() => configurationOf(settings, secretOf(provider, request.server.seal)));
  const { claims, idToken, shown } = await reach(async () => {
    const tokens = await authorizationCodeGrant(configuration, new URL(callback + query), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.id_token ?? '';
    const signed: Claims = { ...tokens.claims() };
    const shown = shownAt(signed.auth_time);
    if (!configuration.serverMetadata().userinfo_endpoint) return { claims: signed, idToken, shown };
    const more = await fetchUserInfo(configuration, tokens.access_token, String(signed.sub));
    return { claims: { ...more, ...signed }, idToken, shown };
  });
  checkConfirmed(attempt, shown);
  const { createUsers, linkExisting, singleLogout = false } = settings;
  const rules = {
    createUsers,
    linkExisting,
    ...(registrationToken ? { invitation: registrationToken } : {}),
  };
  const user = await externalUser(identityOf(provider, claims), rules);
  if (!singleLogout) return { user, redirectTo, sso: { by: 'other', shown } };
  return { user, redirectTo, sso: oauthSession(request.server.seal, settings.name, idToken, shown) };
}

function identityOf({ settings }: StoredProvider, claims: Claims): ExternalIdentity {
  const { issuer, userNameClaim, groupsClaim } = settings;
  const userName = claims[userNameClaim];
  if (typeof userName !== 'string' || userName === '') {
    throw new SsoError(
      'SSO_INVALID',
      `The provider returned no ${userNameClaim} claim. Returned claims: ${Object.keys(claims).join(', ')}.`,
    );
  }
  // Anyone can claim an unverified address.
  if (userNameClaim === 'email' && claims.email_verified !== true) {
    throw new SsoError(
      'SSO_INVALID',
      'The email address used as the user name is not verified by the provider',
    );
  }
  const groups = groupsClaim === '' ? undefined : claims[groupsClaim];
  return {
    realm: kind,
    // The issuer and not our name for it, because another issuer under the same name has other
    // users.
    provider: issuer,
    subject: String(claims.sub),
    userName,
    email: typeof claims.email === 'string' && claims.email_verified !== false ? claims.email : '',
    ...(groupsClaim === '' ? {} : { groups: [groups ?? []].flat().map(String) }),
  };
}

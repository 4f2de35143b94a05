import type { FastifyRequest } from 'fastify';
import { buildEndSessionUrl } from 'openid-client';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import { SsoError } from '../sso/SsoError.ts';
import type { OAuthSession } from '../sso/ssoSessions.ts';
import { configurationOf } from './discover.ts';
import { secretOf } from './providers.ts';
import { reach } from './reach.ts';
import { postLogoutUrl, usableProvider } from './usableProvider.ts';

/** Returns the data of a session that is needed to end it at its provider. */
export function oauthSession(seal: Seal, provider: string, idToken: string, shown: number): OAuthSession {
  return { by: 'oauth', provider, shown, idToken: seal.close(idToken, use(provider)).toString('base64') };
}

/**
 * Returns the URL that ends the session at the provider, which then redirects back. Throws
 * `SsoError`.
 */
export async function signOutAtProvider(request: FastifyRequest, session: OAuthSession): Promise<string> {
  const { seal } = request.server;
  const provider = await usableProvider(session.provider);
  const configuration = await reach(() => configurationOf(provider.settings, secretOf(provider, seal)));
  if (!configuration.serverMetadata().end_session_endpoint) {
    throw new SsoError('SSO_INVALID', 'The provider metadata has no end_session_endpoint');
  }
  return buildEndSessionUrl(configuration, {
    id_token_hint: openIdToken(seal, session),
    post_logout_redirect_uri: postLogoutUrl(ownOrigin(request), session.provider),
  }).href;
}

function openIdToken(seal: Seal, { provider, idToken }: OAuthSession): string {
  try {
    return seal.open(Buffer.from(idToken, 'base64'), use(provider));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new SsoError('SSO_INVALID', 'The provider session was encrypted with a key that no longer exists');
  }
}

const use = (provider: string) => `oauth-session:${provider}`;

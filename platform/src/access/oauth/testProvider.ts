import type { OAuthProviderSettings, ProviderTest } from '@lading/contract/rest';
import { type Configuration, genericGrantRequest, randomPKCECodeVerifier } from 'openid-client';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { causeOf } from '../sso/ssoSteps.ts';
import { configurationOf } from './discover.ts';
import { oauthFault } from './reach.ts';

/** Tests everything at the provider that needs no user, and reports the responses. */
export async function testProvider(
  settings: OAuthProviderSettings,
  clientSecret: string,
  callback: string,
): Promise<ProviderTest> {
  const steps: ProviderTest['steps'] = [];
  const step = async <T>(name: string, work: () => Promise<[T, string]>): Promise<T | undefined> => {
    try {
      const [value, message] = await work();
      steps.push({ name, ok: true, message });
      return value;
    } catch (error) {
      const message = causeOf(error, OutgoingError)?.message ?? oauthFault(error);
      steps.push({ name, ok: false, message });
      return undefined;
    }
  };

  const found = await step('Discover the provider', async () => {
    const configuration = await configurationOf(settings, clientSecret, true);
    const { issuer, authorization_endpoint: page } = configuration.serverMetadata();
    if (!page) throw new Error(`The metadata of ${issuer} has no authorization_endpoint`);
    return [configuration, `Issuer ${issuer}, authorization endpoint ${page}`];
  });
  if (found) {
    await step('Fetch the signing keys', async () => [
      undefined,
      await countKeys(found, settings.allowPrivate),
    ]);
    await step('Authenticate with the client ID and secret', async () => [
      undefined,
      await showClient(found, callback),
    ]);
    await step('Check the claims', async () => [undefined, saidClaims(found, settings)]);
    if (settings.singleLogout) {
      await step('Find the logout endpoint', async () => {
        const { end_session_endpoint: page } = found.serverMetadata();
        if (!page) throw new Error('The provider metadata has no end_session_endpoint');
        return [undefined, `Logout endpoint ${page}`];
      });
    }
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function countKeys(configuration: Configuration, allowPrivate: boolean): Promise<string> {
  const { jwks_uri: address } = configuration.serverMetadata();
  if (!address) throw new Error('The provider metadata has no jwks_uri');
  const answer = await outgoing().request(address, {
    ...{ service: 'identity' as const, allowPrivate, encryptedInPublic: true, limit: 1024 * 1024 },
  });
  const { keys } = JSON.parse((await answer.bytes()).toString('utf8')) as { keys?: unknown[] };
  if (answer.status !== 200 || !keys?.length)
    throw new Error(`${address} returned ${answer.status} and no keys`);
  return `${keys.length} keys`;
}

/**
 * Verifies the client credentials with an invalid code. Only a known client gets an error about the
 * code.
 */
async function showClient(configuration: Configuration, callback: string): Promise<string> {
  try {
    const parameters = { code: 'a-test', redirect_uri: callback, code_verifier: randomPKCECodeVerifier() };
    await genericGrantRequest(configuration, 'authorization_code', parameters);
  } catch (error) {
    if ((error as { error?: string }).error === 'invalid_grant')
      return 'The provider accepted the client ID and secret';
    throw error;
  }
  throw new Error('The provider accepted an authorization code that it did not issue');
}

function saidClaims(
  configuration: Configuration,
  { userNameClaim, groupsClaim }: OAuthProviderSettings,
): string {
  const { claims_supported: claims } = configuration.serverMetadata();
  if (!claims) return 'The provider lists no claims';
  const missing = [userNameClaim, groupsClaim].filter((claim) => claim !== '' && !claims.includes(claim));
  if (missing.length > 0) {
    throw new Error(
      `The provider does not list the claims ${missing.join(' and ')}. Listed claims: ${claims.join(', ')}.`,
    );
  }
  return `The provider lists ${[userNameClaim, groupsClaim].filter((claim) => claim !== '').join(' and ')}`;
}

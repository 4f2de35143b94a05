import type { OAuthProviderSettings, ProviderTest } from '@lading/contract/rest';
import { type Configuration, genericGrantRequest, randomPKCECodeVerifier } from 'openid-client';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { outgoing } from '../../outgoing/outgoing.ts';
import { causeOf } from '../sso/comeBack.ts';
import { configurationOf } from './discover.ts';
import { oauthFault } from './reach.ts';

/** Asks the provider all that can be asked without a person, and says what it answered. */
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

  const found = await step('Find the provider', async () => {
    const configuration = await configurationOf(settings, clientSecret, true);
    const { issuer, authorization_endpoint: page } = configuration.serverMetadata();
    if (!page) throw new Error(`${issuer} does not say where people sign in (authorization_endpoint)`);
    return [configuration, `It is ${issuer}; people sign in at ${page}`];
  });
  if (found) {
    await step('Fetch its keys', async () => [undefined, await countKeys(found, settings.allowPrivate)]);
    await step('Show the client id and secret', async () => [undefined, await showClient(found, callback)]);
    await step('Look at what it can say', async () => [undefined, saidClaims(found, settings)]);
    if (settings.singleLogout) {
      await step('Find the page to sign out', async () => {
        const { end_session_endpoint: page } = found.serverMetadata();
        if (!page) throw new Error('It does not say where people sign out (end_session_endpoint)');
        return [undefined, `People sign out at ${page}`];
      });
    }
  }
  return { ok: steps.every(({ ok }) => ok), steps };
}

async function countKeys(configuration: Configuration, allowPrivate: boolean): Promise<string> {
  const { jwks_uri: address } = configuration.serverMetadata();
  if (!address) throw new Error('It does not say where its keys are (jwks_uri)');
  const answer = await outgoing().request(address, { allowPrivate, limit: 1024 * 1024 });
  const { keys } = JSON.parse((await answer.bytes()).toString('utf8')) as { keys?: unknown[] };
  if (answer.status !== 200 || !keys?.length)
    throw new Error(`${address} answered ${answer.status} and no keys`);
  return `${keys.length} of them`;
}

/** A code that nobody gave is refused as a code only to a client that is known. */
async function showClient(configuration: Configuration, callback: string): Promise<string> {
  try {
    const parameters = { code: 'a-test', redirect_uri: callback, code_verifier: randomPKCECodeVerifier() };
    await genericGrantRequest(configuration, 'authorization_code', parameters);
  } catch (error) {
    if ((error as { error?: string }).error === 'invalid_grant') return 'It knows this client';
    throw error;
  }
  throw new Error('It took a code that it never gave');
}

function saidClaims(
  configuration: Configuration,
  { userNameClaim, groupsClaim }: OAuthProviderSettings,
): string {
  const { claims_supported: claims } = configuration.serverMetadata();
  if (!claims) return 'It does not say which claims it has';
  const missing = [userNameClaim, groupsClaim].filter((claim) => claim !== '' && !claims.includes(claim));
  if (missing.length > 0) {
    throw new Error(`It does not list ${missing.join(' and ')} among its claims: ${claims.join(', ')}`);
  }
  return `It has ${[userNameClaim, groupsClaim].filter((claim) => claim !== '').join(' and ')}`;
}

import type { Http } from '@lading/contract';
import type { SamlLogout } from '@lading/contract/rest';
import { REQUEST_TIMEOUT_MS } from '../startup/requests.ts';

const LOGOUT_REQUEST = '/ui/api/v1/auth/saml/logoutRequest';

/**
 * Returns the URL that ends the session at its SAML provider too. Requested at sign-out because it
 * is valid only for minutes. `known`: response at startup. Returns `undefined` for other sessions
 * and on failure. Never rejects.
 */
export async function samlLogout(http: Http, known: SamlLogout | undefined): Promise<string | undefined> {
  if (known?.logoutUrl === '') return undefined;
  try {
    const { logoutUrl } = await http.json<SamlLogout>(LOGOUT_REQUEST, {
      timeout: REQUEST_TIMEOUT_MS,
      retry: false,
    });
    if (logoutUrl === '') return undefined;
    const { href, protocol } = new URL(logoutUrl, location.origin);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    // Signing out here does not depend on the provider.
    return undefined;
  }
}

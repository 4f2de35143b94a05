import type { Http } from '@lading/contract';
import type { SamlLogout } from '@lading/contract/rest';
import { REQUEST_TIMEOUT_MS } from '../startup/requests.ts';

const LOGOUT_REQUEST = '/ui/api/v1/auth/saml/logoutRequest';

/**
 * Where the browser goes to end the session at its SAML provider too: asked as it ends, because it holds for minutes. `known`:
 * what was said at the start. Nothing where the session is not of SAML, or nobody says. Never rejects.
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
    // Signing out here does not depend on it.
    return undefined;
  }
}

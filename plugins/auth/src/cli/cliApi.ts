import type { Http } from '@lading/contract';
import type { ClientLogin, ClientLoginResponse } from '@lading/contract/rest';

const LOGIN = '/access/api/v2/authentication/jfrog_client_login';

/**
 * Returns the pending client. Throws `HttpFailure`: 401 for anonymous users, 404 when no client is
 * waiting.
 */
export function describeClient(http: Http, session: string): Promise<ClientLogin> {
  return http.json(`${LOGIN}/describe`, { method: 'POST', body: { session } });
}

/**
 * Issues the client's token. Throws `HttpFailure`: 400 for a wrong code, 404 when no client is
 * waiting any longer.
 */
export async function letClientIn(http: Http, session: string, code: string): Promise<void> {
  const body: ClientLoginResponse = { session, code };
  await http.json(`${LOGIN}/response`, { method: 'POST', body });
}

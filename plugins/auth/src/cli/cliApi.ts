import type { Http } from '@lading/contract';
import type { ClientLogin, ClientLoginResponse } from '@lading/contract/rest';

const LOGIN = '/access/api/v2/authentication/jfrog_client_login';

/** Who waits. Throws `HttpFailure`: 401 when nobody is signed in, 404 when no client waits. */
export function describeClient(http: Http, session: string): Promise<ClientLogin> {
  return http.json(`${LOGIN}/describe`, { method: 'POST', body: { session } });
}

/** Lets the client have its token. Throws `HttpFailure`: 400 for a wrong code, 404 when no client waits any more. */
export async function letClientIn(http: Http, session: string, code: string): Promise<void> {
  const body: ClientLoginResponse = { session, code };
  await http.json(`${LOGIN}/response`, { method: 'POST', body });
}

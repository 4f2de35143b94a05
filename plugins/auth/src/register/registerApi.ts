import type { Http } from '@lading/contract';
import type { RegistrationRequest } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/** Throws `HttpFailure`: 403 where nobody registers himself, 400 for what is no address, 409 where the platform sends no mail. */
export async function register(http: Http, email: string): Promise<void> {
  const body: RegistrationRequest = { email };
  await http.json(`${UI}/access/auth/register`, { method: 'POST', body });
}

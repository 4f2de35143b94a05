import type { Http } from '@lading/contract';
import type { RegistrationRequest } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/**
 * Throws `HttpFailure`: 403 when self-registration is off, 400 for an invalid email address, 409
 * when the platform sends no email.
 */
export async function register(http: Http, email: string): Promise<void> {
  const body: RegistrationRequest = { email };
  await http.json(`${UI}/access/auth/register`, { method: 'POST', body });
}

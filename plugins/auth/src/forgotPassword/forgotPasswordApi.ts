import type { Http } from '@lading/contract';
import type { ForgotPasswordRequest } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/** Throws `HttpFailure`: 409 when the platform sends no email, 429 after too many requests. */
export async function askForNewPassword(http: Http, user: string): Promise<void> {
  const body: ForgotPasswordRequest = { user };
  await http.json(`${UI}/ui/auth/forgotpassword`, { method: 'POST', body });
}

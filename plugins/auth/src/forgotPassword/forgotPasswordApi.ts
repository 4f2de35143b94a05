import type { Http } from '@lading/contract';
import type { ForgotPasswordRequest } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/** Throws `HttpFailure`: 409 where the platform sends no mail, 429 after too many. */
export async function askForNewPassword(http: Http, user: string): Promise<void> {
  const body: ForgotPasswordRequest = { user };
  await http.json(`${UI}/ui/auth/forgotpassword`, { method: 'POST', body });
}

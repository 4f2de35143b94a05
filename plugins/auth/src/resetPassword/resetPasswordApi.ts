import type { Http } from '@lading/contract';
import type { ResetPasswordRequest, ValidatedKey } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/**
 * Returns the user whose password the key resets. Throws `HttpFailure`: 401 when the key is invalid
 * or expired.
 */
export async function validateKey(http: Http, key: string): Promise<string> {
  const found = await http.json<ValidatedKey>(`${UI}/ui/auth/validatetoken`, {
    method: 'POST',
    query: { key },
  });
  return found.user;
}

/** Throws `HttpFailure`: 401 when the key has expired, 400 when the password is rejected. */
export async function resetPassword(http: Http, key: string, body: ResetPasswordRequest): Promise<void> {
  await http.json(`${UI}/ui/auth/resetpassword`, { method: 'POST', query: { key }, body });
}

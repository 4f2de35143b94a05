import type { Http } from '@lading/contract';
import type { Invitation, InvitationToken, SetPasswordRequest } from '@lading/contract/rest';
import { UI } from '../calls/platform.ts';

/** Returns the invitation. Throws `HttpFailure`: 401 when it is invalid or expired. */
export function verifyInvitation(http: Http, token: string): Promise<Invitation> {
  const body: InvitationToken = { token };
  return http.json(`${UI}/access/auth/verifyToken`, { method: 'POST', body });
}

/**
 * Creates the invited user. Throws `HttpFailure`: 401, 400 for the password, 409 when the name has
 * been taken since the invitation, 500.
 */
export async function setPassword(http: Http, token: string, password: string): Promise<void> {
  const body: SetPasswordRequest = { token, password };
  await http.json(`${UI}/access/auth/setPassword`, { method: 'POST', body });
}

import type { Http } from '@lading/contract';

const CALL = '/ui/api/v1/ui/auth/changePassword';

/** Throws `HttpFailure`: 400 when the new password is refused, 401 when the old one is wrong. */
export async function changePassword(
  http: Http,
  userName: string,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  const body = { userName, oldPassword, newPassword1: newPassword, newPassword2: newPassword };
  await http.json(CALL, { method: 'POST', body });
}

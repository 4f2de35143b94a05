import type { Http } from '@lading/contract';
import type { ChangePasswordRequest } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/** `variant`: the sign-in that said that it has expired. Throws `HttpFailure`: 400 when the new password is refused, 401 when the old one is wrong. */
export async function changePassword(
  http: Http,
  variant: Variant,
  { userName, oldPassword, newPassword }: { userName: string; oldPassword: string; newPassword: string },
): Promise<void> {
  const body: ChangePasswordRequest = {
    userName,
    oldPassword,
    newPassword1: newPassword,
    newPassword2: newPassword,
  };
  await http.json(`${UI}/ui/auth/changePassword`, { method: 'POST', query: { prefix: variant }, body });
}

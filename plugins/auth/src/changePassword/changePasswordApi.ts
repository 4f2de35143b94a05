import type { Http } from '@lading/contract';
import type { ChangePasswordRequest } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/**
 * `variant`: the sign-in that said that it has expired; `otp`: of a second factor. With one the platform signs in. Throws `HttpFailure`:
 * 400 when the new password is refused, 401 when the old one or the code (`BAD_OTP`) is wrong, 403 when a code is missing (`OTP_REQUIRED`).
 */
export async function changePassword(
  http: Http,
  variant: Variant,
  change: {
    userName: string;
    oldPassword: string;
    newPassword: string;
    revokeTokens?: boolean;
    otp?: string;
  },
): Promise<void> {
  const { newPassword, ...rest } = change;
  const body: ChangePasswordRequest = { ...rest, newPassword1: newPassword, newPassword2: newPassword };
  await http.json(`${UI}/ui/auth/changePassword`, { method: 'POST', query: { prefix: variant }, body });
}

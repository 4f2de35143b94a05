import type { Http } from '@lading/contract';
import type { ChangePasswordRequest } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/**
 * `variant`: the sign-in API that reported the expired password. `otp`: MFA code; with a code, the
 * platform also signs in. Throws `HttpFailure`: 400 when the new password is rejected, 401 when the
 * old password or the code (`BAD_OTP`) is wrong, 403 when a code is missing (`OTP_REQUIRED`).
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

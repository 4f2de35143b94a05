import type { Http } from '@lading/contract';
import type { MfaEnrolment, MfaVerified, MfaVerifyRequest } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

const call = (variant: Variant, what: 'enroll' | 'verify', user: string) =>
  `${UI}/${variant}/auth/mfa/${what}/${encodeURIComponent(user)}`;

/**
 * Returns the enrollment of the session that is waiting for MFA. Throws `HttpFailure`: 403 when
 * there is no such session, or MFA is already set up.
 */
export function fetchEnrolment(http: Http, variant: Variant, user: string): Promise<MfaEnrolment> {
  return http.json(call(variant, 'enroll', user));
}

/**
 * `otp`: 6 digits, or a recovery code. Throws `HttpFailure`: 401 for a wrong code, 403 when no
 * sign-in is waiting for a code.
 */
export function verifyCode(http: Http, variant: Variant, user: string, otp: string): Promise<MfaVerified> {
  const body: MfaVerifyRequest = { otp };
  return http.json(call(variant, 'verify', user), { method: 'POST', body });
}

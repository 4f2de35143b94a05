import type { Http } from '@lading/contract';
import type { MfaEnrolment, MfaState, MfaVerifyRequest, RecoveryCodes } from '@lading/contract/rest';

const CALL = '/ui/api/v1/access/mfa';

export function readSecondFactor(http: Http, signal: AbortSignal): Promise<MfaState> {
  return http.json(CALL, { signal });
}

/** 403 `REAUTHENTICATION_REQUIRED` while the profile is locked, as of all below. */
export function beginEnrolment(http: Http): Promise<MfaEnrolment> {
  return http.json(`${CALL}/enroll`, { method: 'POST' });
}

/** 400 `BAD_OTP` for a code that the device does not show. */
export async function confirmEnrolment(http: Http, otp: string): Promise<string[]> {
  const body: MfaVerifyRequest = { otp };
  return (await http.json<RecoveryCodes>(`${CALL}/confirm`, { method: 'POST', body })).recoveryCodes;
}

/** Ends those that were there before. */
export async function renewRecoveryCodes(http: Http): Promise<string[]> {
  return (await http.json<RecoveryCodes>(`${CALL}/recoveryCodes`, { method: 'POST' })).recoveryCodes;
}

/** 409 `MFA_REQUIRED` where the platform asks for one. */
export async function removeSecondFactor(http: Http): Promise<void> {
  await http.json(CALL, { method: 'DELETE' });
}

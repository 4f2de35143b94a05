import type { Http } from '@lading/contract';
import type { MfaEnrolment, MfaState, MfaVerifyRequest, RecoveryCodes } from '@lading/contract/rest';

const CALL = '/ui/api/v1/access/mfa';

export function readSecondFactor(http: Http, signal: AbortSignal): Promise<MfaState> {
  return http.json(CALL, { signal });
}

/** 403 `REAUTHENTICATION_REQUIRED` while the profile is locked, as for all functions below. */
export function beginEnrolment(http: Http): Promise<MfaEnrolment> {
  return http.json(`${CALL}/enroll`, { method: 'POST' });
}

/** 400 `BAD_OTP` for a code that does not match the device. */
export async function confirmEnrolment(http: Http, otp: string): Promise<string[]> {
  const body: MfaVerifyRequest = { otp };
  return (await http.json<RecoveryCodes>(`${CALL}/confirm`, { method: 'POST', body })).recoveryCodes;
}

/** Replaces and invalidates the previous recovery codes. */
export async function renewRecoveryCodes(http: Http): Promise<string[]> {
  return (await http.json<RecoveryCodes>(`${CALL}/recoveryCodes`, { method: 'POST' })).recoveryCodes;
}

/** 409 `MFA_REQUIRED` when the platform requires MFA. */
export async function removeSecondFactor(http: Http): Promise<void> {
  await http.json(CALL, { method: 'DELETE' });
}

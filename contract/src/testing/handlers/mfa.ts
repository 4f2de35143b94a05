import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import type { MfaEnrolment, MfaState, MfaVerified, MfaVerifyRequest } from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';
import type { StartupState } from './startup.ts';

/** MFA state, shared by all users. Tests may change it between requests. */
export interface TestMfa {
  otp: string;
  recoveryCodes: string[];
  enrolment: MfaEnrolment;
  /** State in the profile. */
  own: MfaState;
}

/** The valid code is `123456`. */
export function mfaState(state: Partial<TestMfa> = {}): TestMfa {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  return {
    otp: '123456',
    recoveryCodes: ['aaaaa-bbbbb', 'ccccc-ddddd'],
    enrolment: {
      qr: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/%3E',
      secret,
      uri: `otpauth://totp/Lading:ada?secret=${secret}&issuer=Lading`,
    },
    own: { enrolled: false, policy: 'optional', recoveryCodesLeft: 0 },
    ...state,
  };
}

/**
 * msw handlers for the profile, and after sign-ins of accounts whose `mfaStatus` is `ENROLL` or
 * `VERIFY`.
 */
export function mfaHandlers(startup: StartupState, state: TestMfa): RequestHandler[] {
  const enroll = ({ params }: { params: { user: string } }) => {
    const { pending } = startup;
    if (pending?.name !== params.user || pending.mfaStatus !== 'ENROLL') return notPending();
    return HttpResponse.json(state.enrolment);
  };
  const verify = async ({ params, request }: { params: { user: string }; request: Request }) => {
    const { pending } = startup;
    if (pending?.name !== params.user) return notPending();
    const { otp } = (await request.json()) as MfaVerifyRequest;
    if (otp !== state.otp && !state.recoveryCodes.includes(otp)) return badOtp();
    delete startup.pending;
    startup.user = { ...pending, mfaStatus: 'NONE' };
    const codes = pending.mfaStatus === 'ENROLL' ? { recoveryCodes: state.recoveryCodes } : {};
    return HttpResponse.json({ ...startup.user, ...codes } satisfies MfaVerified);
  };
  return [
    ...['ui', 'access'].flatMap((kind) => [
      http.get<{ user: string }>(`${UI}/${kind}/auth/mfa/enroll/:user`, enroll),
      http.post<{ user: string }>(`${UI}/${kind}/auth/mfa/verify/:user`, verify),
    ]),
    http.get(`${UI}/access/mfa`, () => HttpResponse.json(state.own)),
    http.post(`${UI}/access/mfa/enroll`, () => HttpResponse.json(state.enrolment)),
    http.post<never, MfaVerifyRequest, DefaultBodyType>(`${UI}/access/mfa/confirm`, async ({ request }) => {
      if ((await request.json()).otp !== state.otp)
        return refusal(400, 'BAD_OTP', 'Invalid code. Enter the current code from your device.');
      const { recoveryCodes } = state;
      const since = new Date().toISOString();
      Object.assign(state.own, { enrolled: true, since, recoveryCodesLeft: recoveryCodes.length });
      return HttpResponse.json({ recoveryCodes });
    }),
    http.post(`${UI}/access/mfa/recoveryCodes`, () =>
      HttpResponse.json({ recoveryCodes: state.recoveryCodes }),
    ),
    http.delete(`${UI}/access/mfa`, () => {
      if (state.own.policy === 'required')
        return refusal(409, 'MFA_REQUIRED', 'MFA is required on this server and cannot be removed');
      delete state.own.since;
      Object.assign(state.own, { enrolled: false, recoveryCodesLeft: 0 });
      return new HttpResponse(null, { status: 204 });
    }),
  ];
}

const notPending = () => refusal(403, 'MFA_NOT_PENDING', 'No sign-in waits for a second factor: begin anew');
const badOtp = () => refusal(401, 'BAD_OTP', 'The code is invalid or was already used');

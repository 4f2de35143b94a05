import type { UserData } from './access.ts';

/** The ways in besides a password. Paths are under `/ui/api/v1` unless they begin with `/access`. */

/**
 * POST `/ui/auth/forgotpassword`: always the same answer `{message}`, whoever is meant. 409 `MAIL_OFF` with the message
 * `Email wasn't sent` where the platform cannot send mail. 429 `TOO_MANY_ATTEMPTS`.
 */
export interface ForgotPasswordRequest {
  /** Name or mail address. */
  user: string;
}

/** POST `/ui/auth/validatetoken?key=` gives `{user}`; 401 `BAD_KEY`: wrong, used before, or expired. */
export interface ValidatedKey {
  user: string;
}

/** POST `/ui/auth/resetpassword?key=` gives `{message}`; 401 `BAD_KEY`, 400 `BAD_PASSWORD`: the key can still be used. */
export interface ResetPasswordRequest {
  user: string;
  password: string;
  /** Revokes the user's access tokens and API key. */
  revokeTokens?: boolean;
}

export interface MessageAnswer {
  message: string;
}

/** GET `/ui/auth/loginDialogSettings`: what everyone reads before signing in. */
export interface LoginDialogSettings {
  /** `null`: there is nothing to read. */
  config: {
    title: string;
    /** Plain text. */
    message: string;
    /** Shown at each visit; otherwise who has closed it does not see it again. */
    permanent: boolean;
  } | null;
}

/** GET `/ui/auth/autoRedirect`. */
export interface AutoRedirectState {
  isAutoRedirectLogin: boolean;
  /** Where to: the path of the only provider; empty where nobody is redirected. */
  url: string;
}

/**
 * What the browser comes back with when a provider's way in fails, in the query of `/ui/login`, as `ssoError` with `provider`
 * beside it. Nobody is redirected automatically then.
 */
export type SsoFailure =
  /** The provider said no, or the person did. */
  | 'SSO_REFUSED'
  /** It took longer than ten minutes, was begun in another browser, or came twice. */
  | 'SSO_EXPIRED'
  /** The provider does not answer. */
  | 'SSO_UNREACHABLE'
  /** What the provider answered does not hold. */
  | 'SSO_INVALID'
  /** The provider knows the person; here nobody does, and nobody is made. */
  | 'SSO_NO_USER'
  /** The user is disabled here, or may not sign in to the console. */
  | 'SSO_DISABLED'
  /** A user of this name signs in another way. */
  | 'SSO_OTHER_REALM'
  /** There is no such provider, or it is off. */
  | 'SSO_OFF';

/**
 * GET `/ui/auth/mfa/enroll/{user}` or `/access/auth/mfa/enroll/{user}`, of the session that waits for its second factor.
 * 403 `MFA_NOT_PENDING`: no such session, or enrolled already.
 */
export interface MfaEnrolment {
  /** A `data:image/svg+xml` address. */
  qr: string;
  /** For typing: base32. */
  secret: string;
  /** `otpauth://…`: what the picture says. */
  uri: string;
}

/**
 * POST `/ui/auth/mfa/verify/{user}` or `/access/auth/mfa/verify/{user}`. 401 `BAD_OTP`: try again; 403 `MFA_NOT_PENDING`:
 * sign in anew; 429 `TOO_MANY_ATTEMPTS`.
 */
export interface MfaVerifyRequest {
  /** Six figures, or a recovery code. */
  otp: string;
}

export interface MfaVerified extends UserData {
  /** After an enrolment: shown this once. */
  recoveryCodes?: string[];
}

/** GET `/access/mfa`: of oneself. */
export interface MfaState {
  enrolled: boolean;
  /** Whether the platform has it on at all, and whether one may do without. */
  policy: MfaPolicy;
  /** ISO 8601. */
  since?: string;
  recoveryCodesLeft: number;
}
// POST `/access/mfa/enroll` gives `MfaEnrolment`, POST `/access/mfa/confirm` `{otp}` (400 `BAD_OTP`) and POST `/access/mfa/recoveryCodes` give
// `RecoveryCodes`, DELETE `/access/mfa` ends it: for oneself, with the password shown again. 409 `MFA_REQUIRED` where the platform asks for it.
// DELETE `/access/api/v1/mfa/{user}`, for administrators: who has lost his device enrols anew.

export interface RecoveryCodes {
  recoveryCodes: string[];
}

export type MfaPolicy = 'off' | 'optional' | 'required';

/** POST `/access/auth/verifyToken`: of an invitation. 401 `BAD_INVITATION`. */
export interface InvitationToken {
  token: string;
}

export interface Invitation {
  /** The name of the user that it is for. */
  user: string;
  email: string;
  /** ISO 8601. */
  expires: string;
}

/** POST `/access/auth/setPassword`: makes the user; 200 `{message}`, then sign in. 401 `BAD_INVITATION`, 400 `BAD_PASSWORD`, 409 `USER_EXISTS`. */
export interface SetPasswordRequest {
  token: string;
  password: string;
}

/**
 * POST `/access/api/v1/users/invite`, for administrators: mails a link to `/ui/login/invitation?token=`. 409 `MAIL_OFF`,
 * `USER_EXISTS`; 502 `MAIL_FAILED` with what the mail server said.
 */
export interface InviteRequest {
  invited_email: string;
  /** Where it was asked for, for the audit log. */
  source?: string;
  /** Made of the address when left out. */
  username?: string;
  groups?: string[];
}

/**
 * POST `/access/auth/register`: mails the same link to whoever may register himself. Always the same 200 `{message}`. 403
 * `REGISTRATION_OFF`, 400 `BAD_EMAIL`, 409 `MAIL_OFF`.
 */
export interface RegistrationRequest {
  email: string;
}

/** GET `/access/auth/register`. */
export interface RegistrationState {
  enabled: boolean;
}

/**
 * POST `/access/api/v2/authentication/jfrog_client_login/request`: of a client, without credentials. 200 `{}`. 429.
 */
export interface ClientLoginRequest {
  /** A UUID; the person types its last 4 characters. */
  session: string;
}

/** POST `/access/api/v2/authentication/jfrog_client_login/describe` `{session}`, by session cookie; 404 `NO_SUCH_LOGIN`. */
export interface ClientLogin {
  /** What the client says it is: from its `User-Agent`. */
  client: string;
  address: string;
  /** ISO 8601. */
  created: string;
  expires: string;
  /** How often the code may still be typed. */
  attemptsLeft: number;
}

/**
 * POST `/access/api/v2/authentication/jfrog_client_login/response`, by session cookie: 200 `{}`; 400 `BAD_CODE` with how many
 * attempts are left; 404 `NO_SUCH_LOGIN`: expired, refused, confirmed before or five wrong codes.
 */
export interface ClientLoginResponse {
  session: string;
  /** The last 4 characters of `session`. */
  code: string;
}

/**
 * POST `/access/token/{name}` with `X-JFrog-Reauthentication`: a token of one's own that stands for its user; answered with
 * `IssuedTokenAnswer`.
 */
export interface IdentityTokenRequest {
  /** In seconds; a year when left out. */
  expiresIn?: number;
  description?: string;
}

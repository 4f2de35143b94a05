import { type Static, Type } from '@sinclair/typebox';
import { UserData } from './access.ts';
import { nullable, oneOf, time } from './schemaKinds.ts';

/**
 * Sign-in methods in addition to a password. Paths are under `/ui/api/v1` unless they start with
 * `/access`.
 */

const password = Type.String({ maxLength: 512 });
const revokeTokens = Type.Optional(
  Type.Boolean({ description: "Revokes the user's access tokens and API key." }),
);
const email = Type.String({ maxLength: 320 });
const otp = Type.String({ minLength: 1, maxLength: 64, description: 'A 6-digit code, or a recovery code.' });
/** Token of an invitation. */
const token = Type.String({ minLength: 1, maxLength: 200 });

/**
 * POST `/ui/auth/forgotpassword`: the same response whether the user exists or not. 409 `MAIL_OFF`
 * with the message `Email wasn't sent` if the platform cannot send email. 429 `TOO_MANY_ATTEMPTS`.
 */
export type ForgotPasswordRequest = Static<typeof ForgotPasswordRequest>;
export const ForgotPasswordRequest = Type.Object(
  { user: Type.String({ minLength: 1, maxLength: 320, description: 'Name or email address.' }) },
  { title: 'ForgotPasswordRequest' },
);

/** POST `/ui/auth/validatetoken?key=`; 401 `BAD_KEY`: invalid, used, or expired. */
export type ValidatedKey = Static<typeof ValidatedKey>;
export const ValidatedKey = Type.Object({ user: Type.String() }, { title: 'ValidatedKey' });

/**
 * POST `/ui/auth/resetpassword?key=`; 401 `BAD_KEY`, 400 `BAD_PASSWORD`: the key can still be used.
 */
export type ResetPasswordRequest = Static<typeof ResetPasswordRequest>;
export const ResetPasswordRequest = Type.Object(
  { user: Type.String({ minLength: 1, maxLength: 320 }), password, revokeTokens },
  { title: 'ResetPasswordRequest' },
);

export type MessageAnswer = Static<typeof MessageAnswer>;
export const MessageAnswer = Type.Object({ message: Type.String() }, { title: 'MessageAnswer' });

const LoginDialog = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    message: Type.String({ minLength: 1, maxLength: 10_000, description: 'Plain text.' }),
    permanent: Type.Boolean({
      description: 'Shown at each visit. Otherwise closing the dialog hides it for good.',
    }),
  },
  { additionalProperties: false, description: 'Message before the sign-in. Null: none.' },
);

/** Message before the sign-in, in the settings and in the response for the sign-in page. */
export const loginDialog = nullable(LoginDialog);

/** GET `/ui/auth/loginDialogSettings`: the message that users read before signing in. */
export type LoginDialogSettings = Static<typeof LoginDialogSettings>;
export const LoginDialogSettings = Type.Object({ config: loginDialog }, { title: 'LoginDialogSettings' });

/** GET `/ui/auth/autoRedirect`. */
export type AutoRedirectState = Static<typeof AutoRedirectState>;
export const AutoRedirectState = Type.Object(
  {
    isAutoRedirectLogin: Type.Boolean(),
    url: Type.String({ description: 'Path of the only provider; empty without a redirect.' }),
  },
  { title: 'AutoRedirectState' },
);

/**
 * Sent by the server as `ssoError`, next to `provider`, in the query of `/ui/login` after a failed
 * sign-in with a provider. The page then does not redirect to the provider automatically.
 */
export type SsoFailure =
  /** The provider or the user denied access. */
  | 'SSO_REFUSED'
  /** The attempt took longer than ten minutes, began in another browser, or was used twice. */
  | 'SSO_EXPIRED'
  /** The provider is not responding. */
  | 'SSO_UNREACHABLE'
  /** The provider's response is invalid. */
  | 'SSO_INVALID'
  /** The provider knows the user, but no such user exists here, and user creation is off. */
  | 'SSO_NO_USER'
  /** The user is disabled, or has no access to the console. */
  | 'SSO_DISABLED'
  /** A user with this name uses another sign-in method. */
  | 'SSO_OTHER_REALM'
  /** The provider does not exist or is off. */
  | 'SSO_OFF';

/**
 * GET `/ui/auth/mfa/enroll/{user}` or `/access/auth/mfa/enroll/{user}`, of the session that is
 * waiting for its MFA code. 403 `MFA_NOT_PENDING`: no such session, or already enrolled.
 */
export type MfaEnrolment = Static<typeof MfaEnrolment>;
export const MfaEnrolment = Type.Object(
  {
    qr: Type.String({ description: 'A `data:image/svg+xml` URL.' }),
    secret: Type.String({ description: 'In base32, for typing.' }),
    uri: Type.String({ description: '`otpauth://…`: the text of the QR code.' }),
  },
  { title: 'MfaEnrolment' },
);

/**
 * POST `/ui/auth/mfa/verify/{user}` or `/access/auth/mfa/verify/{user}`. 401 `BAD_OTP`: try again;
 * 403 `MFA_NOT_PENDING`: sign in again; 429 `TOO_MANY_ATTEMPTS`.
 */
export type MfaVerifyRequest = Static<typeof MfaVerifyRequest>;
export const MfaVerifyRequest = Type.Object({ otp }, { title: 'MfaVerifyRequest' });

const recoveryCodes = Type.Array(Type.String(), { description: 'Shown only once.' });

export type MfaVerified = Static<typeof MfaVerified>;
export const MfaVerified = Type.Object(
  { ...UserData.properties, recoveryCodes: Type.Optional(recoveryCodes) },
  { title: 'MfaVerified', description: 'Recovery codes follow only an enrollment.' },
);

export const mfaPolicy = oneOf(['off', 'optional', 'required']);
export type MfaPolicy = Static<typeof mfaPolicy>;

/** GET `/access/mfa`: MFA state of the caller. */
export type MfaState = Static<typeof MfaState>;
export const MfaState = Type.Object(
  {
    enrolled: Type.Boolean(),
    policy: mfaPolicy,
    since: Type.Optional(time('ISO 8601; absent without MFA.')),
    recoveryCodesLeft: Type.Integer(),
  },
  { title: 'MfaState' },
);
// POST `/access/mfa/enroll` gives `MfaEnrolment`, POST `/access/mfa/confirm` `{otp}` (400
// `BAD_OTP`) and POST `/access/mfa/recoveryCodes` give `RecoveryCodes`, DELETE `/access/mfa`
// removes MFA: of the caller, with the password entered again. 409 `MFA_REQUIRED` where the
// platform requires it. DELETE `/access/api/v1/mfa/{user}`, for administrators, resets the MFA of a
// user who lost the device.

export type RecoveryCodes = Static<typeof RecoveryCodes>;
export const RecoveryCodes = Type.Object({ recoveryCodes }, { title: 'RecoveryCodes' });

/** POST `/access/auth/verifyToken`: of an invitation. 401 `BAD_INVITATION`. */
export type InvitationToken = Static<typeof InvitationToken>;
export const InvitationToken = Type.Object({ token }, { title: 'InvitationToken' });

export type Invitation = Static<typeof Invitation>;
export const Invitation = Type.Object(
  {
    user: Type.String({ description: 'Name of the invited user.' }),
    email: Type.String(),
    expires: time('ISO 8601.'),
  },
  { title: 'Invitation' },
);

/**
 * POST `/access/auth/setPassword`: creates the user, who then signs in. 401 `BAD_INVITATION`, 400
 * `BAD_PASSWORD`, 409 `USER_EXISTS`.
 */
export type SetPasswordRequest = Static<typeof SetPasswordRequest>;
export const SetPasswordRequest = Type.Object({ token, password }, { title: 'SetPasswordRequest' });

/**
 * POST `/access/api/v1/users/invite`, for administrators: sends a link to
 * `/ui/login/invitation?token=` by email. 409 `MAIL_OFF`, `USER_EXISTS`; 502 `MAIL_FAILED` with the
 * answer of the email server.
 */
export type InviteRequest = Static<typeof InviteRequest>;
export const InviteRequest = Type.Object(
  {
    invited_email: email,
    source: Type.Optional(
      Type.String({ maxLength: 200, description: 'Screen of the request, for the audit log.' }),
    ),
    username: Type.Optional(Type.String({ maxLength: 64, description: 'By default, from the address.' })),
    groups: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 100 })),
  },
  { title: 'InviteRequest' },
);

/**
 * POST `/access/auth/register`: sends the same link to users who can register themselves. Always
 * the same answer. 403 `REGISTRATION_OFF`, 400 `BAD_EMAIL`, 409 `MAIL_OFF`.
 */
export type RegistrationRequest = Static<typeof RegistrationRequest>;
export const RegistrationRequest = Type.Object({ email }, { title: 'RegistrationRequest' });

/** GET `/access/auth/register`. */
export type RegistrationState = Static<typeof RegistrationState>;
export const RegistrationState = Type.Object({ enabled: Type.Boolean() }, { title: 'RegistrationState' });

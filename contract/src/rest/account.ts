/** Around sign-in; paths are under `/ui/api/v1`. */

/** POST `/access/auth/login?_spring_security_remember_me=bool`; answers as the other login does. */
export interface AccessLoginRequest {
  username: string;
  password: string;
}

/**
 * The answer with status 403 to a right password that has to be changed first; `PASSWORD_EXPIRED` is what the access
 * login says.
 */
export interface ExpiredCredentials {
  code: 'CREDENTIALS_EXPIRED' | 'PASSWORD_EXPIRED';
  profileUpdatable: boolean;
  errors: { code: string; message: string; detail?: string }[];
}

/** POST `/ui/auth/loginRelatedData` `{dummy}`. */
export interface LoginRelatedData {
  /** Whether a forgotten password can be replaced by mail. */
  forgotPassword: boolean;
  canRememberMe: boolean;
  /** Of SAML: where the browser goes, with `?redirectTo=` for where it comes back to. Empty where there is none. */
  ssoProviderLink: string;
  /** How people call the SAML provider, where it has a name. */
  ssoProviderName?: string;
  /** What may know a person without asking him: a proxy's word, Crowd's cookie. Tried before the form is shown. */
  silentWays: ('http' | 'crowd')[];
}

/** GET `/access/auth/loginRelatedData`. */
export interface AccessLoginRelatedData extends LoginRelatedData {
  isAutoRedirectLogin: boolean;
}

/** POST `/ui/auth/changePassword[?prefix=ui|access]`, `prefix` being the login that sent the person there: for oneself, also when the old one has expired. */
export interface ChangePasswordRequest {
  userName: string;
  oldPassword: string;
  newPassword1: string;
  newPassword2: string;
  /** Revokes the user's access tokens and API key. */
  revokeTokens?: boolean;
  /**
   * A code of the second factor, or a recovery code, of a user who has one, outside a session of his; without it 403 `OTP_REQUIRED`. With
   * a right one he is signed in.
   */
  otp?: string;
}

/**
 * GET `/ui/oauth/providers?registrationToken=` gives a list: where the browser goes, with `redirectTo=` added for where it comes back to.
 * With the token of an invitation the provider's user takes the place of the invited one.
 */
export interface OAuthProvider {
  /** Identifies the provider, also in `/auth-provider/{name}`. */
  name: string;
  /** Shown on its button instead of `name`. */
  displayName?: string;
  type: string;
  url: string;
}

/** GET `/ui/auth/userPlugins`. */
export interface UserPlugins {
  isUserPluginEnabled: boolean;
}

/** GET `/access/auth/loginPageVisibility`. */
export interface LoginPageVisibility {
  /** Whether people sign in elsewhere. */
  loginIsExternal: boolean;
}

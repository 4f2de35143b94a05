import { type Static, Type } from '@sinclair/typebox';

import { oneOf } from './schemaKinds.ts';

/** Sign-in and account; paths are under `/ui/api/v1`. */

/**
 * POST `/access/auth/login?_spring_security_remember_me=bool`; same response as the other sign-in
 * route.
 */
export type AccessLoginRequest = Static<typeof AccessLoginRequest>;
export const AccessLoginRequest = Type.Object(
  { username: Type.String(), password: Type.String() },
  { title: 'AccessLoginRequest' },
);

/**
 * The response with status 403 to a valid but expired password; `PASSWORD_EXPIRED` is the code of
 * the access sign-in route.
 */
export type ExpiredCredentials = Static<typeof ExpiredCredentials>;
export const ExpiredCredentials = Type.Object(
  {
    code: oneOf(['CREDENTIALS_EXPIRED', 'PASSWORD_EXPIRED']),
    profileUpdatable: Type.Boolean(),
    errors: Type.Array(
      Type.Object({ code: Type.String(), message: Type.String(), detail: Type.Optional(Type.String()) }),
    ),
  },
  { title: 'ExpiredCredentials' },
);

/** POST `/ui/auth/loginRelatedData` `{dummy}`. */
export type LoginRelatedData = Static<typeof LoginRelatedData>;
export const LoginRelatedData = Type.Object(
  {
    forgotPassword: Type.Boolean({ description: 'Whether a forgotten password can be replaced by mail.' }),
    canRememberMe: Type.Boolean(),
    ssoProviderLink: Type.String({
      description:
        'Of SAML: where the browser goes, with `?redirectTo=` for where it comes back to. Empty where there is none.',
    }),
    ssoProviderName: Type.Optional(
      Type.String({ description: 'How people call the SAML provider, where it has a name.' }),
    ),
    silentWays: Type.Array(oneOf(['http', 'crowd']), {
      description:
        "What may know a person without asking him: a proxy's word, Crowd's cookie. Tried before the form is shown.",
    }),
  },
  { title: 'LoginRelatedData' },
);

/** GET `/access/auth/loginRelatedData`. */
export type AccessLoginRelatedData = Static<typeof AccessLoginRelatedData>;
export const AccessLoginRelatedData = Type.Object(
  { ...LoginRelatedData.properties, isAutoRedirectLogin: Type.Boolean() },
  { title: 'AccessLoginRelatedData' },
);

/**
 * POST `/ui/auth/changePassword[?prefix=ui|access]`, `prefix` being the sign-in route that required
 * the change: changes the caller's own password, even an expired one.
 */
export type ChangePasswordRequest = Static<typeof ChangePasswordRequest>;
export const ChangePasswordRequest = Type.Object(
  {
    userName: Type.String(),
    oldPassword: Type.String(),
    newPassword1: Type.String(),
    newPassword2: Type.String(),
    revokeTokens: Type.Optional(
      Type.Boolean({ description: "Revokes the user's access tokens and API key." }),
    ),
    otp: Type.Optional(
      Type.String({
        description:
          'A code of the second factor, or a recovery code, of a user who has one, outside a session of his; without it 403 `OTP_REQUIRED`. With a right one he is signed in.',
      }),
    ),
  },
  { title: 'ChangePasswordRequest' },
);

/**
 * GET `/ui/oauth/providers?registrationToken=` returns a list of sign-in URLs. Clients add
 * `redirectTo=` with the return URL. With the token of an invitation, the provider's user accepts
 * the invitation.
 */
export type OAuthProvider = Static<typeof OAuthProvider>;
export const OAuthProvider = Type.Object(
  {
    name: Type.String({ description: 'Identifies the provider, also in `/auth-provider/{name}`.' }),
    displayName: Type.Optional(Type.String({ description: 'Shown on its button instead of `name`.' })),
    type: Type.String(),
    url: Type.String(),
  },
  { title: 'OAuthProvider' },
);

/** GET `/ui/auth/userPlugins`. */
export type UserPlugins = Static<typeof UserPlugins>;
export const UserPlugins = Type.Object({ isUserPluginEnabled: Type.Boolean() }, { title: 'UserPlugins' });

/** GET `/access/auth/loginPageVisibility`. */
export type LoginPageVisibility = Static<typeof LoginPageVisibility>;
export const LoginPageVisibility = Type.Object(
  { loginIsExternal: Type.Boolean({ description: 'Whether people sign in elsewhere.' }) },
  { title: 'LoginPageVisibility' },
);

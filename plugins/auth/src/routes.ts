import { type Message, message, type RouteContribution } from '@lading/contract';

type Load = NonNullable<RouteContribution['screen']>;

const signIn: Load = () => import('./signIn/SignInPage.tsx').then(({ SignInPage }) => SignInPage);
const reset: Load = () =>
  import('./resetPassword/ResetPasswordPage.tsx').then(({ ResetPasswordPage }) => ResetPasswordPage);
const sso: Load = () => import('./providers/SsoPage.tsx').then(({ SsoPage }) => SsoPage);

/** Creates a route that needs no session and has no frame. */
function open(path: string, name: string, text: Message, screen: Load): RouteContribution {
  return {
    path,
    name,
    title: text,
    requires: { role: 'anyone' },
    public: true,
    frameless: true,
    screen,
  };
}

/** Pages below `/login` and below its alias. */
const pages: readonly (readonly [path: string, name: string, text: Message, screen: Load])[] = [
  ['', '', message('auth.signIn.title', 'Sign in'), signIn],
  [
    '/otp-login',
    '.otp',
    message('auth.mfa.otpTitle', 'One-time code'),
    () => import('./mfa/OtpPage.tsx').then(({ OtpPage }) => OtpPage),
  ],
  [
    '/mfa-enroll',
    '.mfaEnroll',
    message('auth.mfa.enrollTitle', 'Set up multi-factor authentication'),
    () => import('./mfa/EnrollPage.tsx').then(({ EnrollPage }) => EnrollPage),
  ],
  [
    '/forgot-password',
    '.forgotPassword',
    message('auth.forgot.title', 'Forgot password'),
    () =>
      import('./forgotPassword/ForgotPasswordPage.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage),
  ],
  ['/reset-password', '.resetPassword', message('auth.reset.title', 'Reset password'), reset],
  [
    '/change-password',
    '.changePassword',
    message('auth.changePassword.title', 'Change password'),
    () =>
      import('./changePassword/ChangePasswordPage.tsx').then(({ ChangePasswordPage }) => ChangePasswordPage),
  ],
  [
    '/registration',
    '.registration',
    message('auth.register.title', 'Register'),
    () => import('./register/RegisterPage.tsx').then(({ RegisterPage }) => RegisterPage),
  ],
  [
    '/invitation',
    '.invitation',
    message('auth.invitation.title', 'Invitation'),
    () => import('./invitation/InvitationPage.tsx').then(({ InvitationPage }) => InvitationPage),
  ],
  [
    '/cli-registration',
    '.cliRegistration',
    message('auth.register.title', 'Register'),
    () => import('./cli/CliRegistrationPage.tsx').then(({ CliRegistrationPage }) => CliRegistrationPage),
  ],
  ['/sso/:ssoLoginType', '.sso', message('auth.sso.title', 'Single sign-on'), sso],
];

/** Routes of all sign-in pages and of sign-out. */
export const authRoutes: readonly RouteContribution[] = [
  ...['login', 'auth'].flatMap((base) =>
    pages.map(([path, name, text, screen]) => open(`/${base}${path}`, `${base}${name}`, text, screen)),
  ),
  open('/sso-login', 'ssoLogin', message('auth.sso.title', 'Single sign-on'), () =>
    import('./providers/ReturnPage.tsx').then(({ ReturnPage }) => ReturnPage),
  ),
  open('/auth-provider/:type', 'authProvider', message('auth.sso.title', 'Single sign-on'), sso),
  open('/plugs/extension/cli', 'cli', message('auth.cli.title', 'Sign in a client'), () =>
    import('./cli/ConsentPage.tsx').then(({ ConsentPage }) => ConsentPage),
  ),
  open('/plugs/extension/cli/verify', 'cli.verify', message('auth.cli.title', 'Sign in a client'), () =>
    import('./cli/VerifyPage.tsx').then(({ VerifyPage }) => VerifyPage),
  ),
  open('/logout', 'logout', message('auth.signOut.title', 'Sign out'), () =>
    import('./signOut/SignOutPage.tsx').then(({ SignOutPage }) => SignOutPage),
  ),
  {
    path: '/npm-login',
    name: 'npmLogin',
    title: message('auth.npmLogin.title', 'Sign in npm'),
    frameless: true,
    screen: () => import('./npmLogin/NpmLoginPage.tsx').then(({ NpmLoginPage }) => NpmLoginPage),
  },
];

import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import type {
  AccessLoginRelatedData,
  AutoRedirectState,
  ClientLogin,
  ClientLoginResponse,
  ForgotPasswordRequest,
  InvitationToken,
  LoginDialogSettings,
  LoginPageVisibility,
  OAuthProvider,
  RegistrationRequest,
  ResetPasswordRequest,
  SetPasswordRequest,
  UserData,
  UserPlugins,
  ValidatedKey,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';
import type { StartupState } from './startup.ts';

/** State of sign-in methods other than a password. Tests may change it between requests. */
export interface AuthState {
  mail: boolean;
  related: AccessLoginRelatedData;
  dialog: LoginDialogSettings;
  visibility: LoginPageVisibility;
  userPlugins: UserPlugins;
  autoRedirect: AutoRedirectState;
  providers: OAuthProvider[];
  /** User names by key of a password reset email. */
  resetKeys: Record<string, string>;
  /** Invited users by token of an invitation email. */
  invitations: Record<string, { user: string; email: string }>;
  registration: boolean;
  /** Waiting client sign-ins by session. */
  clientLogins: Record<string, ClientLogin>;
  /** Users identified by a proxy or Crowd; absent: off. */
  sso: { http?: UserData; crowd?: UserData };
}

/**
 * Email is on, everything else off; `ada` has a password reset key `a-key`, and `bea@example.org`
 * an invitation `an-invitation`.
 */
export function authState(state: Partial<AuthState> = {}): AuthState {
  return {
    mail: true,
    related: {
      forgotPassword: true,
      canRememberMe: true,
      ssoProviderLink: '',
      silentWays: [],
      isAutoRedirectLogin: false,
    },
    dialog: { config: null },
    visibility: { loginIsExternal: false },
    userPlugins: { isUserPluginEnabled: false },
    autoRedirect: { isAutoRedirectLogin: false, url: '' },
    providers: [],
    resetKeys: { 'a-key': 'ada' },
    invitations: { 'an-invitation': { user: 'bea@example.org', email: 'bea@example.org' } },
    registration: false,
    clientLogins: {},
    sso: {},
    ...state,
  };
}

/**
 * msw handlers of the sign-in pages, except sign-in itself, based on `state`. Signed-in users are
 * stored in `startup`.
 */
export function authHandlers(startup: StartupState, state: AuthState): RequestHandler[] {
  const client = '*/access/api/v2/authentication/jfrog_client_login';
  const sso =
    (kind: 'http' | 'crowd') =>
    ({ request }: { request: Request }) => {
      if (!request.headers.has('x-requested-with'))
        return refusal(403, 'CROSS_SITE', 'Single sign-on requests must come from a page of this console');
      const user = state.sso[kind];
      if (!user) return refusal(404, 'SSO_OFF', 'Nobody signs in this way here');
      startup.user = user;
      return HttpResponse.json(user);
    };
  return [
    http.post(`${UI}/ui/auth/loginRelatedData`, () => {
      const { isAutoRedirectLogin: _ofAccess, ...related } = state.related;
      return HttpResponse.json(related);
    }),
    http.get(`${UI}/access/auth/loginRelatedData`, () => HttpResponse.json(state.related)),
    http.get(`${UI}/ui/auth/loginDialogSettings`, () => HttpResponse.json(state.dialog)),
    http.get(`${UI}/access/auth/loginPageVisibility`, () => HttpResponse.json(state.visibility)),
    http.get(`${UI}/ui/auth/userPlugins`, () => HttpResponse.json(state.userPlugins)),
    http.get(`${UI}/ui/auth/autoRedirect`, () => HttpResponse.json(state.autoRedirect)),
    http.get(`${UI}/ui/oauth/providers`, () => HttpResponse.json(state.providers)),
    http.get(`${UI}/ui/auth/sso/http`, sso('http')),
    http.get(`${UI}/access/auth/sso/http`, sso('http')),
    http.get(`${UI}/ui/auth/sso/crowd`, sso('crowd')),
    http.get(`${UI}/access/auth/sso/crowd`, sso('crowd')),
    http.post<never, ForgotPasswordRequest, DefaultBodyType>(`${UI}/ui/auth/forgotpassword`, () =>
      state.mail ? HttpResponse.json({ message: mailed }) : refusal(409, 'MAIL_OFF', "Email wasn't sent"),
    ),
    http.post(`${UI}/ui/auth/validatetoken`, ({ request }) => {
      const user = state.resetKeys[keyOf(request)];
      return user ? HttpResponse.json({ user } satisfies ValidatedKey) : badKey();
    }),
    http.post<never, ResetPasswordRequest, DefaultBodyType>(
      `${UI}/ui/auth/resetpassword`,
      async ({ request }) => {
        const { user, password } = await request.json();
        const key = keyOf(request);
        if (state.resetKeys[key] !== user) return badKey();
        if (password.length < 12) return tooShort();
        delete state.resetKeys[key];
        const account = startup.accounts[user];
        if (account) account.password = password;
        return HttpResponse.json({ message: 'Password changed' });
      },
    ),
    http.post<never, InvitationToken, DefaultBodyType>(
      `${UI}/access/auth/verifyToken`,
      async ({ request }) => {
        const invitation = state.invitations[(await request.json()).token];
        if (!invitation) return badInvitation();
        return HttpResponse.json({ ...invitation, expires: '2100-01-01T00:00:00.000Z' });
      },
    ),
    http.post<never, SetPasswordRequest, DefaultBodyType>(
      `${UI}/access/auth/setPassword`,
      async ({ request }) => {
        const { token, password } = await request.json();
        const invitation = state.invitations[token];
        if (!invitation) return badInvitation();
        if (password.length < 12) return tooShort();
        delete state.invitations[token];
        return HttpResponse.json({ message: `Welcome, ${invitation.user}. You can now sign in.` });
      },
    ),
    http.get(`${UI}/access/auth/register`, () => HttpResponse.json({ enabled: state.registration })),
    http.post<never, RegistrationRequest, DefaultBodyType>(`${UI}/access/auth/register`, () => {
      if (!state.registration) return refusal(403, 'REGISTRATION_OFF', 'Ask an administrator to invite you');
      return state.mail
        ? HttpResponse.json({ message: mailed })
        : refusal(409, 'MAIL_OFF', "Email wasn't sent");
    }),
    http.post<never, { session: string }, DefaultBodyType>(`${client}/describe`, async ({ request }) => {
      if (!startup.user) return refusal(401, 'UNAUTHORIZED', 'Sign in to continue');
      const login = state.clientLogins[(await request.json()).session];
      return login ? HttpResponse.json(login) : noSuchLogin();
    }),
    http.post<never, ClientLoginResponse, DefaultBodyType>(`${client}/response`, async ({ request }) => {
      if (!startup.user) return refusal(401, 'UNAUTHORIZED', 'Sign in to continue');
      const { session, code } = await request.json();
      const login = state.clientLogins[session];
      if (!login) return noSuchLogin();
      if (session.endsWith(code) && code.length === 4) {
        delete state.clientLogins[session];
        return HttpResponse.json({});
      }
      login.attemptsLeft--;
      if (login.attemptsLeft > 0)
        return refusal(400, 'BAD_CODE', `Invalid code: ${login.attemptsLeft} attempts left.`);
      delete state.clientLogins[session];
      return noSuchLogin();
    }),
  ];
}

const mailed = 'If this user exists and has an email address, you will receive an email';
const keyOf = (request: Request) => new URL(request.url).searchParams.get('key') ?? '';
const badKey = () => refusal(401, 'BAD_KEY', 'The link is invalid, used, or expired. Request another email.');
const badInvitation = () =>
  refusal(401, 'BAD_INVITATION', 'The invitation is invalid, used, or expired. Ask for another one.');
const tooShort = () =>
  refusal(400, 'BAD_PASSWORD', 'The password is too short: at least 12 characters are expected');
const noSuchLogin = () =>
  refusal(404, 'NO_SUCH_LOGIN', 'No client waits for this: begin anew where you want to sign in');

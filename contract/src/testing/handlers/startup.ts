import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import type {
  AccessLoginRequest,
  ExpiredCredentials,
  Footer,
  LoginRequest,
  RedirectAnswer,
  UserData,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

/** The signed-in user and platform data. Tests may change them between requests. */
export interface StartupState {
  /** `undefined`: not signed in, and anonymous access is off. */
  user: UserData | undefined;
  /**
   * User waiting for MFA: has signed in as an account whose `mfaStatus` is `ENROLL` or `VERIFY`.
   */
  pending?: UserData;
  /** Accounts by user name; `expired`: the password must be changed first. */
  accounts: Record<string, { password: string; user: UserData; expired?: boolean }>;
  footer: Footer;
}

/** Creates a user without special permissions. */
export function testUser(user: Partial<UserData> = {}): UserData {
  return {
    name: 'ada',
    admin: false,
    realm: 'internal',
    mfaStatus: '',
    profileUpdatable: true,
    existsInDB: true,
    requireProfileUnlock: false,
    requireProfilePassword: false,
    anonAccessEnabled: false,
    canDeploy: true,
    canManage: false,
    canDelete: true,
    ...user,
  };
}

/** Not signed in; `ada` can sign in with the password `correct horse`. */
export function startupState(state: Partial<StartupState> = {}): StartupState {
  return {
    user: undefined,
    accounts: { ada: { password: 'correct horse', user: testUser() } },
    footer: {
      serverId: 'lading',
      platformId: 'lading',
      serverName: 'Lading',
      logoUrl: '',
      userLogo: false,
      haConfigured: false,
      versionID: '0.1.0',
      buildNumber: '1',
      licenseInfo: { type: 'ENTERPRISE_PLUS' },
    },
    ...state,
  };
}

/** msw handlers of the shell's requests for start, sign-in, and sign-out, based on `state`. */
export function startupHandlers(state: StartupState): RequestHandler[] {
  return [
    http.get(`${UI}/ui/auth/current`, () =>
      state.user ? HttpResponse.json(state.user) : refusal(401, 'UNAUTHORIZED', 'Sign in to continue'),
    ),
    http.get(`${UI}/system/auth/screen/footer`, () => HttpResponse.json(state.footer)),
    http.post<never, LoginRequest, DefaultBodyType>(`${UI}/ui/auth/login`, async ({ request }) => {
      const { user, password } = await request.json();
      return login(state, user, password, 'CREDENTIALS_EXPIRED');
    }),
    http.post<never, AccessLoginRequest, DefaultBodyType>(`${UI}/access/auth/login`, async ({ request }) => {
      const { username, password } = await request.json();
      return login(state, username, password, 'PASSWORD_EXPIRED');
    }),
    http.post(`${UI}/ui/auth/logout`, () => {
      state.user = undefined;
      delete state.pending;
      return HttpResponse.json({});
    }),
    http.get(`${UI}/access/users/:name/console`, ({ params }) => {
      if (!state.user) return refusal(401, 'UNAUTHORIZED', 'Sign in to continue');
      if (!state.user.admin) {
        return refusal(403, 'FORBIDDEN', `User ${state.user.name} has no admin permission on the system`);
      }
      const name = String(params.name);
      if (name === 'anonymous')
        return HttpResponse.json(testUser({ name, canDeploy: false, existsInDB: false }));
      const account = state.accounts[name];
      return account
        ? HttpResponse.json(account.user)
        : refusal(404, 'USER_NOT_FOUND', `User ${name} not found`);
    }),
    http.get(`${UI}/ui/auth/redirect`, ({ request }) => {
      const url = new URL(request.url).searchParams.get('redirectTo') ?? '';
      return url.startsWith('/') && !url.startsWith('//')
        ? HttpResponse.json({ url } satisfies RedirectAnswer)
        : refusal(400, 'BAD_REDIRECT', 'Invalid redirectTo. Expected a path of this console');
    }),
  ];
}

function login(
  state: StartupState,
  name: string,
  password: string,
  expired: ExpiredCredentials['code'],
): HttpResponse<DefaultBodyType> {
  const account = state.accounts[name];
  if (account?.password !== password) return refusal(401, 'BAD_CREDENTIALS', 'Wrong user name or password');
  const { user } = account;
  if (account.expired) {
    const errors = [{ code: expired, message: 'The password has expired. Change it to sign in.' }];
    const answer: ExpiredCredentials = { code: expired, profileUpdatable: user.profileUpdatable, errors };
    return HttpResponse.json(answer, { status: 403 });
  }
  if (['ENROLL', 'VERIFY'].includes(user.mfaStatus)) state.pending = user;
  else state.user = user;
  return HttpResponse.json(user);
}

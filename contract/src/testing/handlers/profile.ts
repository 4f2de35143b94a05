import { type DefaultBodyType, HttpResponse, http, type RequestHandler } from 'msw';
import type {
  NewToken,
  ProfileChange,
  ProfileUnlock,
  SessionSummary,
  TokenSummary,
  UserApiKey,
  UserProfile,
} from '../../rest/index.ts';
import { refusal, UI } from './refusal.ts';

const TOKENS = '*/access/api/v1/tokens';
const MAX_TOKEN_SECONDS = 90 * 86_400;

/** A user's own account. Tests may change it between requests. */
export interface ProfileState {
  profile: UserProfile;
  /** Password that unlocks it. */
  password: string;
  /** Empty: none. */
  apiKey: string;
  sessions: SessionSummary[];
  tokens: TokenSummary[];
}

/**
 * The locked profile of `ada`, with password `correct horse`, one session, and no API key or token.
 */
export function profileState(state: Partial<ProfileState> = {}): ProfileState {
  const now = new Date().toISOString();
  return {
    profile: {
      user: {
        name: 'ada',
        email: 'ada@example.org',
        realm: 'internal',
        groups: ['readers'],
        admin: false,
        profileUpdatable: true,
        internalPasswordDisabled: false,
        lastLoggedIn: now,
      },
      password: { minLength: 12 },
      unlocked: false,
    },
    password: 'correct horse',
    apiKey: '',
    sessions: [
      {
        id: '6f6c8f8e-3c1b-4e55-9d6e-2a1f0c0dbe01',
        current: true,
        client: 'node',
        address: '127.0.0.1',
        created: now,
        lastSeen: now,
        expires: now,
        remembered: false,
      },
    ],
    tokens: [],
    ...state,
  };
}

/** msw handlers of a user's own profile, based on `state`. */
export function profileHandlers(state: ProfileState): RequestHandler[] {
  let made = 0;
  /** Requires a password header or an unlocked profile. */
  const mayNot = (request: Request): HttpResponse<DefaultBodyType> | undefined => {
    const shown = request.headers.get('x-jfrog-reauthentication');
    const right = shown === `Basic ${btoa(`${state.profile.user.name}:${state.password}`)}`;
    if (right || state.profile.unlocked) return undefined;
    if (shown) return refusal(403, 'REAUTHENTICATION_FAILED', 'The password is incorrect');
    return refusal(403, 'REAUTHENTICATION_REQUIRED', 'Enter your password again');
  };
  const key = (): UserApiKey => ({ userName: state.profile.user.name, apiKey: state.apiKey });
  const newKey = () => {
    state.apiKey = `lading_ak_${++made}`;
  };
  return [
    http.get(`${UI}/ui/userProfile`, () => HttpResponse.json(state.profile)),
    http.post<never, ProfileUnlock, DefaultBodyType>(`${UI}/ui/userProfile`, async ({ request }) => {
      const { password } = await request.json();
      const elsewhere = state.profile.user.internalPasswordDisabled;
      if (elsewhere && !state.profile.unlocked)
        return refusal(403, 'SIGN_IN_AGAIN', 'Sign in again to confirm that it is you');
      if (elsewhere) return HttpResponse.json(state.profile);
      if (password !== state.password)
        return refusal(403, 'REAUTHENTICATION_FAILED', 'The password is incorrect');
      const unlockedUntil = new Date(Date.now() + 300_000).toISOString();
      state.profile = { ...state.profile, unlocked: true, unlockedUntil };
      return HttpResponse.json(state.profile);
    }),
    http.put<never, ProfileChange, DefaultBodyType>(`${UI}/ui/userProfile`, async ({ request }) => {
      const refused = mayNot(request);
      if (refused) return refused;
      const { email = state.profile.user.email, newPassword } = await request.json();
      if (newPassword === state.password)
        return refusal(400, 'SAME_PASSWORD', 'The new password must differ from the old one.');
      if (newPassword !== undefined) state.password = newPassword;
      state.profile = { ...state.profile, user: { ...state.profile.user, email } };
      return HttpResponse.json(state.profile);
    }),

    http.get(`${UI}/ui/userApiKey`, ({ request }) => mayNot(request) ?? HttpResponse.json(key())),
    http.post(`${UI}/ui/userApiKey`, ({ request }) => {
      const refused = mayNot(request);
      if (refused) return refused;
      if (state.apiKey !== '') return refusal(409, 'API_KEY_EXISTS', 'There is an API key already');
      newKey();
      return HttpResponse.json(key(), { status: 201 });
    }),
    http.put(`${UI}/ui/userApiKey`, ({ request }) => {
      const refused = mayNot(request);
      if (refused) return refused;
      if (state.apiKey === '') return refusal(404, 'API_KEY_NOT_FOUND', 'There is no API key');
      newKey();
      return HttpResponse.json(key());
    }),
    http.delete(`${UI}/ui/userApiKey`, () => {
      if (state.apiKey === '') return refusal(404, 'API_KEY_NOT_FOUND', 'There is no API key');
      state.apiKey = '';
      return new HttpResponse(null, { status: 204 });
    }),

    http.get(`${UI}/access/sessions`, () => HttpResponse.json({ sessions: state.sessions })),
    http.delete(`${UI}/access/sessions`, () => {
      state.sessions = state.sessions.filter(({ current }) => current);
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete<{ id: string }>(`${UI}/access/sessions/:id`, ({ params }) => {
      if (!state.sessions.some(({ id }) => id === params.id))
        return refusal(404, 'SESSION_NOT_FOUND', `Session ${params.id} not found`);
      state.sessions = state.sessions.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),

    http.get(TOKENS, () => HttpResponse.json({ tokens: state.tokens, max_expires_in: MAX_TOKEN_SECONDS })),
    http.post<never, NewToken, DefaultBodyType>(TOKENS, async ({ request }) => {
      const {
        scope = 'applied-permissions/user',
        description = '',
        expires_in = MAX_TOKEN_SECONDS,
      } = await request.json();
      const token_id = `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
      const issued_at = Math.floor(Date.now() / 1000);
      const expiry = expires_in === 0 ? {} : { expiry: issued_at + expires_in };
      const subject = state.profile.user.name;
      state.tokens.unshift({
        token_id,
        subject,
        scope,
        description,
        issued_at,
        ...expiry,
        refreshable: false,
      });
      const access_token = `lading_at_${made}`;
      return HttpResponse.json({ token_id, access_token, expires_in, scope, token_type: 'Bearer' });
    }),
    http.delete<{ id: string }>(`${TOKENS}/:id`, ({ params }) => {
      if (!state.tokens.some(({ token_id }) => token_id === params.id))
        return refusal(
          404,
          'TOKEN_NOT_FOUND',
          `Token ${params.id} not found, or you have no permission to revoke it`,
        );
      state.tokens = state.tokens.filter(({ token_id }) => token_id !== params.id);
      return HttpResponse.json({});
    }),
  ];
}

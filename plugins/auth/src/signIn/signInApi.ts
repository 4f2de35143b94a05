import type { Http } from '@lading/contract';
import type { LoginRelatedData, LoginRequest, UserData } from '@lading/contract/rest';

const LOGIN = '/ui/api/v1/ui/auth/login';
const CURRENT = '/ui/api/v1/ui/auth/current';
const RELATED = '/ui/api/v1/ui/auth/loginRelatedData';

/** Throws `HttpFailure`: 401 for a wrong name or password, 403 with `CREDENTIALS_EXPIRED`. */
export function signIn(http: Http, user: string, password: string, remember: boolean): Promise<UserData> {
  const body: LoginRequest = { user, password, type: 'login' };
  return http.json(LOGIN, { method: 'POST', query: { _spring_security_remember_me: remember }, body });
}

/** What the sign-in page may offer. Throws `HttpFailure`. */
export function fetchLoginData(http: Http): Promise<LoginRelatedData> {
  return http.json(RELATED, { method: 'POST', body: { dummy: '' } });
}

/** Whether this browser has a session. Without an answer it has none. */
export function hasSession(http: Http): Promise<boolean> {
  return http.json<UserData>(CURRENT).then(
    ({ name }) => name !== 'anonymous',
    () => false,
  );
}

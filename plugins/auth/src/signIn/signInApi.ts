import type { Http } from '@lading/contract';
import type { AccessLoginRequest, LoginRequest, UserData } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
  /** Keep the session after the browser is closed. */
  readonly remember: boolean;
}

/**
 * Throws `HttpFailure`: 401 for a wrong user name or password, 403 with `CREDENTIALS_EXPIRED` or,
 * from access, `PASSWORD_EXPIRED`.
 */
export function signIn(http: Http, variant: Variant, credentials: Credentials): Promise<UserData> {
  const { user, password, remember } = credentials;
  const query = { _spring_security_remember_me: remember };
  const body: LoginRequest | AccessLoginRequest =
    variant === 'ui' ? { user, password, type: 'login' } : { username: user, password };
  return http.json(`${UI}/${variant}/auth/login`, { method: 'POST', query, body });
}

/** Returns whether this browser has a session; `false` when the request fails. */
export function hasSession(http: Http): Promise<boolean> {
  return http.json<UserData>(`${UI}/ui/auth/current`).then(
    ({ name }) => name !== 'anonymous',
    () => false,
  );
}

import { type Http, HttpFailure } from '@lading/contract';
import type {
  AccessLoginRelatedData,
  AutoRedirectState,
  LoginDialogSettings,
  LoginPageVisibility,
  LoginRelatedData,
  OAuthProvider,
  RegistrationState,
  UserPlugins,
} from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/** What the platform allows to offer, and which of its sign-ins answers. Throws `HttpFailure` where neither does. */
export async function fetchRelated(http: Http): Promise<{ variant: Variant; related: LoginRelatedData }> {
  try {
    const related = await http.json<LoginRelatedData>(`${UI}/ui/auth/loginRelatedData`, {
      method: 'POST',
      body: { dummy: '' },
    });
    return { variant: 'ui', related };
  } catch (cause) {
    if (!isAway(cause)) throw cause;
    const related = await http.json<AccessLoginRelatedData>(`${UI}/access/auth/loginRelatedData`);
    return { variant: 'access', related };
  }
}

/** The service is not there, where another may be; without any answer there is no other. */
function isAway(cause: unknown): boolean {
  return cause instanceof HttpFailure && (cause.status === 404 || cause.status >= 502);
}

/** With the token of an invitation: providers by which the invited one may come in. Throws `HttpFailure`. */
export function fetchProviders(http: Http, registrationToken?: string): Promise<OAuthProvider[]> {
  return http.json(`${UI}/ui/oauth/providers`, { query: { registrationToken } });
}

/** Throws `HttpFailure`. */
export function fetchVisibility(http: Http): Promise<LoginPageVisibility> {
  return http.json(`${UI}/access/auth/loginPageVisibility`);
}

/** What everyone reads before signing in. Throws `HttpFailure`. */
export function fetchDialog(http: Http): Promise<LoginDialogSettings> {
  return http.json(`${UI}/ui/auth/loginDialogSettings`);
}

/** Throws `HttpFailure`. */
export function fetchUserPlugins(http: Http): Promise<UserPlugins> {
  return http.json(`${UI}/ui/auth/userPlugins`);
}

/** Whether people may register themselves. Throws `HttpFailure`. */
export function fetchRegistration(http: Http): Promise<RegistrationState> {
  return http.json(`${UI}/access/auth/register`);
}

/** Whether everybody goes on to the only provider. Throws `HttpFailure`. */
export function fetchAutoRedirect(http: Http): Promise<AutoRedirectState> {
  return http.json(`${UI}/ui/auth/autoRedirect`);
}

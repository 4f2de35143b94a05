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

/**
 * Loads the sign-in options, and determines which sign-in API is available. Throws `HttpFailure`
 * when neither responds.
 */
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

/**
 * Returns whether the service is unavailable but the other one could respond. Without any response
 * (status 0), neither can.
 */
function isAway(cause: unknown): boolean {
  return cause instanceof HttpFailure && (cause.status === 404 || cause.status >= 502);
}

/**
 * Loads the providers; with the token of an invitation, those that the invited user can use. Throws
 * `HttpFailure`.
 */
export function fetchProviders(http: Http, registrationToken?: string): Promise<OAuthProvider[]> {
  return http.json(`${UI}/ui/oauth/providers`, { query: { registrationToken } });
}

/** Throws `HttpFailure`. */
export function fetchVisibility(http: Http): Promise<LoginPageVisibility> {
  return http.json(`${UI}/access/auth/loginPageVisibility`);
}

/** Loads the notice shown before sign-in. Throws `HttpFailure`. */
export function fetchDialog(http: Http): Promise<LoginDialogSettings> {
  return http.json(`${UI}/ui/auth/loginDialogSettings`);
}

/** Throws `HttpFailure`. */
export function fetchUserPlugins(http: Http): Promise<UserPlugins> {
  return http.json(`${UI}/ui/auth/userPlugins`);
}

/** Loads whether self-registration is on. Throws `HttpFailure`. */
export function fetchRegistration(http: Http): Promise<RegistrationState> {
  return http.json(`${UI}/access/auth/register`);
}

/** Loads whether all users are redirected to the only provider. Throws `HttpFailure`. */
export function fetchAutoRedirect(http: Http): Promise<AutoRedirectState> {
  return http.json(`${UI}/ui/auth/autoRedirect`);
}

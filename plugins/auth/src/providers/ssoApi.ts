import type { Http } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/** Sign-in methods without a prompt: a proxy or a Crowd cookie authenticates the user. */
export type SilentWay = 'http' | 'crowd';

export function isSilent(type: string | undefined): type is SilentWay {
  return type === 'http' || type === 'crowd';
}

/**
 * Throws `HttpFailure`: 404 when the method is not configured, 401 when it authenticates no user.
 */
export function signInSilently(http: Http, variant: Variant, way: SilentWay): Promise<UserData> {
  return http.json(`${UI}/${variant}/auth/sso/${way}`);
}

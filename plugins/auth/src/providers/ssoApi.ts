import type { Http } from '@lading/contract';
import type { UserData } from '@lading/contract/rest';
import { UI, type Variant } from '../calls/platform.ts';

/** Ways in that ask the person nothing: a proxy, or a cookie of Crowd's, has said who it is. */
export type SilentWay = 'http' | 'crowd';

export function isSilent(type: string | undefined): type is SilentWay {
  return type === 'http' || type === 'crowd';
}

/** Throws `HttpFailure`: 404 where nobody signs in this way, 401 where it says of nobody who it is. */
export function signInSilently(http: Http, variant: Variant, way: SilentWay): Promise<UserData> {
  return http.json(`${UI}/${variant}/auth/sso/${way}`);
}

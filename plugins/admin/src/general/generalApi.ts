import type { Http } from '@lading/contract';
import type { Footer, FooterChange } from '@lading/contract/rest';

const CALL = '/ui/api/v1/system/auth/screen/footer';

/** Throws `HttpFailure`, as the other does. */
export function fetchGeneral(http: Http, signal: AbortSignal): Promise<Footer> {
  return http.json<Footer>(CALL, { signal });
}

/** 400 for a logo that is elsewhere. */
export function changeGeneral(http: Http, change: FooterChange): Promise<Footer> {
  return http.json<Footer>(CALL, { method: 'PUT', body: change });
}

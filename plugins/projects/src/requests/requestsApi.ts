import type { Http } from '@lading/contract';
import type {
  AccessGrant,
  AccessRequest,
  AccessRequestOptions,
  AccessRequestPage,
} from '@lading/contract/rest';
import type { FetchListPage } from '@lading/ui/list';

const CALL = '/ui/api/v1/ui/access_requests';

/** A page of the requests that the user can decide about: open ones, or decided ones. */
export function fetchRequests(http: Http): FetchListPage<AccessRequest> {
  return async ({ filters }, cursor, signal) => {
    const state = filters.state === 'decided' ? 'decided' : 'open';
    const query = { state, ...(cursor === undefined ? {} : { cursor }), limit: 100 };
    const { requests, next } = await http.json<AccessRequestPage>(CALL, { query, signal });
    return { rows: requests, next };
  };
}

export function fetchOptions(http: Http, id: string, signal: AbortSignal): Promise<AccessRequestOptions> {
  return http.json<AccessRequestOptions>(`${CALL}/${id}/options`, { signal });
}

/** Throws `HttpFailure`, like `declineRequest`: 409 if it was decided by others. */
export function grantRequest(http: Http, id: string, body: AccessGrant): Promise<void> {
  return http.json<void>(`${CALL}/${id}/grant`, { method: 'POST', body });
}

export function declineRequest(http: Http, id: string, answer: string): Promise<void> {
  return http.json<void>(`${CALL}/${id}/decline`, { method: 'POST', body: answer === '' ? {} : { answer } });
}

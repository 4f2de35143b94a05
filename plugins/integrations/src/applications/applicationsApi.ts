import type { Http } from '@lading/contract';
import type {
  Application,
  AuthorizationRedirect,
  AuthorizationRequest,
  CreatedApplication,
  NewApplication,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/app_integration';
const part = encodeURIComponent;

/** By name. Throws `HttpFailure`, as all of these do. */
export function fetchApplications(http: Http, signal: AbortSignal): Promise<Application[]> {
  return http.json<Application[]>(CALL, { signal });
}

/** The secret is in this answer only. */
export function createApplication(http: Http, application: NewApplication): Promise<CreatedApplication> {
  return http.json<CreatedApplication>(CALL, { method: 'POST', body: application });
}

export function deleteApplication(http: Http, id: string): Promise<void> {
  return http.json<void>(`${CALL}/${part(id)}`, { method: 'DELETE' });
}

/** 400 with the reason for a request that is not valid. */
export function validateRequest(
  http: Http,
  clientId: string,
  url: string,
  signal: AbortSignal,
): Promise<AuthorizationRequest> {
  const query = { auth_url: url };
  return http.json<AuthorizationRequest>(`${CALL}/validate/${part(clientId)}`, { query, signal });
}

/** Returns the URL of the application, with the code. */
export async function allowRequest(http: Http, clientId: string, user: string, url: string): Promise<string> {
  const path = `${CALL}/authorize/${part(clientId)}/${part(user)}`;
  const { redirect_url } = await http.json<AuthorizationRedirect>(path, { method: 'POST', body: { url } });
  return redirect_url;
}

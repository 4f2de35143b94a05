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

/** Sorted by name. Throws `HttpFailure`, as do all functions below. */
export function fetchApplications(http: Http, signal: AbortSignal): Promise<Application[]> {
  return http.json<Application[]>(CALL, { signal });
}

/** Only this response contains the secret. */
export function createApplication(http: Http, application: NewApplication): Promise<CreatedApplication> {
  return http.json<CreatedApplication>(CALL, { method: 'POST', body: application });
}

export function deleteApplication(http: Http, id: string): Promise<void> {
  return http.json<void>(`${CALL}/${part(id)}`, { method: 'DELETE' });
}

/** Throws with status 400 and the reason when the request is invalid. */
export function validateRequest(
  http: Http,
  clientId: string,
  url: string,
  signal: AbortSignal,
): Promise<AuthorizationRequest> {
  const query = { auth_url: url };
  return http.json<AuthorizationRequest>(`${CALL}/validate/${part(clientId)}`, { query, signal });
}

/** Returns the redirect URL of the application, with the code. */
export async function allowRequest(http: Http, clientId: string, user: string, url: string): Promise<string> {
  const path = `${CALL}/authorize/${part(clientId)}/${part(user)}`;
  const { redirect_url } = await http.json<AuthorizationRedirect>(path, { method: 'POST', body: { url } });
  return redirect_url;
}

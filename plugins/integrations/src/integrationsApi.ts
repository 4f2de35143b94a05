import type { Http } from '@lading/contract';
import type {
  ConnectionTest,
  GitRepositories,
  IntegrationForm,
  IntegrationGroup,
  IntegrationType,
} from '@lading/contract/rest';

const UI = '/ui/api/v1';
const CALL = `${UI}/integration`;
const one = (key: string) => `${CALL}/${encodeURIComponent(key)}`;
/** Milliseconds. The platform calls the Git server up to three times. */
const TEST_TIMEOUT = 60_000;

/**
 * Fetches the vendors of a type with their connections. Throws `HttpFailure`, as do all functions
 * below.
 */
export async function fetchGroup(
  http: Http,
  type: IntegrationType,
  signal: AbortSignal,
): Promise<IntegrationGroup> {
  const group = await http.json<IntegrationGroup>(`${UI}/integrations/${type}`, { signal });
  // A response that is not a group must not stop the other groups.
  if (Array.isArray(group?.items)) return group;
  throw new Error('The response of the server is not a list of vendors.');
}

/** Returns the key of the new connection. */
export function createIntegration(http: Http, form: IntegrationForm): Promise<string> {
  return http.json<string>(CALL, { method: 'POST', body: form });
}

export function changeIntegration(http: Http, key: string, form: IntegrationForm): Promise<void> {
  return http.json<void>(one(key), { method: 'PUT', body: form });
}

export function deleteIntegration(http: Http, key: string): Promise<void> {
  return http.json<void>(one(key), { method: 'DELETE' });
}

/** Throws with status 400 and the reason in the error's detail. */
export function testIntegration(http: Http, form: IntegrationForm): Promise<ConnectionTest> {
  return http.json<ConnectionTest>(`${CALL}/test`, { method: 'POST', body: form, timeout: TEST_TIMEOUT });
}

export function fetchRepositories(
  http: Http,
  key: string,
  query: { readonly search: string; readonly cursor: string | undefined },
  signal: AbortSignal,
): Promise<GitRepositories> {
  const { search, cursor } = query;
  const timeout = TEST_TIMEOUT;
  const wanted = { ...(search === '' ? {} : { search }), ...(cursor === undefined ? {} : { cursor }) };
  return http.json<GitRepositories>(`${one(key)}/repositories`, {
    query: wanted,
    signal,
    timeout,
    retry: false,
  });
}

import type { Http } from '@lading/contract';
import type { CreatedGitWatch, GitWatch, GitWatchDetails, NewGitWatch } from '@lading/contract/rest';

const of = (key: string) => `/ui/api/v1/integration/${encodeURIComponent(key)}/watches`;
const one = (key: string, id: string) => `${of(key)}/${encodeURIComponent(id)}`;
/** Milliseconds. The platform reads the branch from the Git server. */
const WATCH_TIMEOUT = 60_000;

/** Lists the watched branches of a connection. Throws `HttpFailure`, as do all functions below. */
export function fetchWatches(http: Http, key: string, signal: AbortSignal): Promise<GitWatch[]> {
  return http.json<GitWatch[]>(of(key), { signal });
}

export function fetchWatch(
  http: Http,
  key: string,
  id: string,
  signal: AbortSignal,
): Promise<GitWatchDetails> {
  return http.json<GitWatchDetails>(one(key, id), { signal });
}

/** Returns the URL and the secret of the webhook, if one is wanted. */
export function addWatch(http: Http, key: string, wanted: NewGitWatch): Promise<CreatedGitWatch> {
  return http.json<CreatedGitWatch>(of(key), { method: 'POST', body: wanted, timeout: WATCH_TIMEOUT });
}

export function scanAgain(http: Http, key: string, id: string): Promise<void> {
  return http.json<void>(`${one(key, id)}/scan`, { method: 'POST' });
}

export function removeWatch(http: Http, key: string, id: string): Promise<void> {
  return http.json<void>(one(key, id), { method: 'DELETE' });
}

/** Returns the URL of the findings as SARIF. */
export const sarifUrl = (key: string, id: string) => `${one(key, id)}/sarif`;

import type { Http } from '@lading/contract';

/** A client that waits for its token. */
export interface WaitingClient {
  /** The name of its machine, as it says itself. */
  readonly client: string;
  readonly address: string;
  /** ISO 8601. */
  readonly created: string;
}

const call = (repo: string) => `/artifactory/api/npm/${encodeURIComponent(repo)}/-/v1/login/confirm`;

/** Throws `HttpFailure`: 404 when nobody waits. */
export function findWaiting(http: Http, repo: string, session: string): Promise<WaitingClient> {
  return http.json(call(repo), { query: { session } });
}

/** Lets the client have its token. Throws `HttpFailure`: 404 when nobody waits any more. */
export async function confirmWaiting(http: Http, repo: string, session: string): Promise<void> {
  await http.json(call(repo), { method: 'POST', body: { session } });
}

import type { Http } from '@lading/contract';

/** Client that waits for its token. */
export interface WaitingClient {
  /** Host name of the client, as reported by the client. */
  readonly client: string;
  readonly address: string;
  /** ISO 8601. */
  readonly created: string;
}

const call = (repo: string) => `/artifactory/api/npm/${encodeURIComponent(repo)}/-/v1/login/confirm`;

/** Throws `HttpFailure`: 404 when no client is waiting. */
export function findWaiting(http: Http, repo: string, session: string): Promise<WaitingClient> {
  return http.json(call(repo), { query: { session } });
}

/** Issues the client's token. Throws `HttpFailure`: 404 when no client is waiting any longer. */
export async function confirmWaiting(http: Http, repo: string, session: string): Promise<void> {
  await http.json(call(repo), { method: 'POST', body: { session } });
}

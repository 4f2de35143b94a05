import type { Http } from '@lading/contract';
import type { SessionSummary } from '@lading/contract/rest';

const CALL = '/ui/api/v1/access/sessions';

/** Most recently used first. */
export async function readSessions(http: Http, signal: AbortSignal): Promise<SessionSummary[]> {
  return (await http.json<{ sessions: SessionSummary[] }>(CALL, { signal })).sessions;
}

export async function endSession(http: Http, id: string): Promise<void> {
  await http.json(`${CALL}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Ends all sessions except the current one. */
export async function endOtherSessions(http: Http): Promise<void> {
  await http.json(CALL, { method: 'DELETE' });
}

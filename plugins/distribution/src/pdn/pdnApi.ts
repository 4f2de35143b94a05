import type { Http } from '@lading/contract';
import type { EdgePlace, PairedEdge, PdnGroups, PdnTransfers } from '@lading/contract/rest';

const PDN = '/tracker/api/v1/pdn';
/** Transfers shown at once. */
const LIMIT = 50;

/** Throws `HttpFailure`, as do all functions below. */
export function fetchGroups(http: Http, signal: AbortSignal): Promise<PdnGroups> {
  return http.json(`${PDN}/groups`, { signal });
}

export function fetchTransfers(http: Http, signal: AbortSignal): Promise<PdnTransfers> {
  return http.json(`${PDN}/transfers`, { query: { limit: LIMIT }, signal });
}

export function placeEdge(http: Http, id: string, body: EdgePlace): Promise<PairedEdge> {
  return http.json(`/distribution/api/v2/edges/${encodeURIComponent(id)}`, { method: 'PUT', body });
}

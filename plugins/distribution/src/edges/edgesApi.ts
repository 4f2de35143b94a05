import type { Http } from '@lading/contract';
import type {
  Distributions,
  NewDistribution,
  NewEdge,
  PairedServer,
  PairedServers,
  PairingCode,
  ReceivedBundles,
} from '@lading/contract/rest';

const EDGES = '/distribution/api/v2/edges';
const BUNDLES = '/ui/api/v1/ui/releaseBundles';
const of = (name: string, version: string) =>
  `${BUNDLES}/${encodeURIComponent(name)}/${encodeURIComponent(version)}/distributions`;

export function fetchServers(http: Http, signal: AbortSignal): Promise<PairedServers> {
  return http.json(EDGES, { signal });
}

/** Throws `HttpFailure`, as do all functions below. */
export function createCode(http: Http, name: string): Promise<PairingCode> {
  return http.json(`${EDGES}/codes`, { method: 'POST', body: { name } });
}

export function pairEdge(http: Http, body: NewEdge): Promise<PairedServer> {
  return http.json(EDGES, { method: 'POST', body, timeout: 60_000 });
}

export async function endPairing(http: Http, side: 'edges' | 'sources', id: string): Promise<void> {
  const path = side === 'edges' ? `${EDGES}/${id}` : `${EDGES}/sources/${id}`;
  await http.json(path, { method: 'DELETE' });
}

export function fetchDistributions(
  http: Http,
  { name, version }: { name: string; version: string },
  signal: AbortSignal,
): Promise<Distributions> {
  return http.json(of(name, version), { signal });
}

export function distribute(
  http: Http,
  { name, version }: { name: string; version: string },
  body: NewDistribution,
): Promise<Distributions> {
  return http.json(of(name, version), { method: 'POST', body });
}

export async function changeDistribution(
  http: Http,
  { name, version }: { name: string; version: string },
  id: string,
  what: 'abort' | 'retry',
): Promise<void> {
  await http.json(`${of(name, version)}/${id}/${what}`, { method: 'POST' });
}

export function fetchReceived(
  http: Http,
  query: { search: string; offset: number },
  signal: AbortSignal,
): Promise<ReceivedBundles> {
  const { search, offset } = query;
  return http.json(`${BUNDLES}/received`, {
    query: { search: search || undefined, offset, limit: 100 },
    signal,
  });
}

export async function removeReceived(http: Http, name: string, version: string): Promise<void> {
  const path = [name, version].map(encodeURIComponent).join('/');
  await http.json(`${BUNDLES}/received/${path}`, { method: 'DELETE' });
}

import { type Http, LICENSE_RANK } from '@lading/contract';
import type {
  DependencyStatuses,
  MicroserviceEnabled,
  NodeLoad,
  NodeStatus,
  NodeStatuses,
  StatusHistory,
} from '@lading/contract/rest';

const SYSTEM = '/ui/api/v1/system';
/** Licenses of this rank and above have high availability. */
const HIGH_AVAILABILITY = LICENSE_RANK.ENTERPRISE;

/** Throws `HttpFailure`. */
export async function fetchNodes(http: Http, rank: number, signal?: AbortSignal): Promise<NodeStatus[]> {
  const path = rank >= HIGH_AVAILABILITY ? 'nodes' : 'ha';
  const { nodes } = await http.json<NodeStatuses>(`${SYSTEM}/status/${path}`, signal ? { signal } : {});
  return nodes;
}

/** Throws `HttpFailure`. */
export async function isMissionControlEnabled(http: Http): Promise<boolean> {
  return (await http.json<MicroserviceEnabled>(`${SYSTEM}/ismicroserviceenabled/mc`)).enabled;
}

/** Throws `HttpFailure`. */
export function fetchDependencies(http: Http, signal?: AbortSignal): Promise<DependencyStatuses> {
  return http.json(`${SYSTEM}/status/dependencies`, signal ? { signal } : {});
}

/** Throws `HttpFailure`. */
export function fetchHistory(http: Http, signal?: AbortSignal): Promise<StatusHistory> {
  return http.json(`${SYSTEM}/status/history`, signal ? { signal } : {});
}

/**
 * Without a node, the load of the node that responds. Throws `HttpFailure`: 502 if the node is not
 * reachable.
 */
export function fetchLoad(http: Http, nodeId: string | undefined, signal?: AbortSignal): Promise<NodeLoad> {
  const query = nodeId === undefined ? '' : `?${new URLSearchParams({ nodeId })}`;
  return http.json(`${SYSTEM}/status/load${query}`, signal ? { signal } : {});
}

/** Throws `HttpFailure`: 409 while the node is online. */
export async function removeNode(http: Http, { service_id, node_id }: NodeStatus): Promise<void> {
  const path = [service_id, node_id].map(encodeURIComponent).join('/');
  await http.json(`/access/api/v1/topology/${path}`, { method: 'DELETE' });
}

import type { LogService, NodeStatus, ServiceName } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { type Node, readNodes, writeServices } from './nodes.ts';

/** Shown services by key, with the services that are part of them. */
const parts: Readonly<Partial<Record<LogService, readonly ServiceName[]>>> = {
  jfmc: ['mc'],
  jfxr: ['xray'],
  jfds: ['distribution'],
  jfpip: ['pipelines'],
  jfisv: ['insight'],
};
const separate = new Set(Object.values(parts).flat());

/** Returns each service on each node, sorted by service and node. */
export async function nodeStatuses(): Promise<NodeStatus[]> {
  const [installation, nodes] = await Promise.all([installationId(), readNodes()]);
  return nodes
    .flatMap((node) =>
      [...servicesOf(node)].map(([key, services]) => statusOf(node, `${key}@${installation}`, services)),
    )
    .sort((a, b) => (a.service_id < b.service_id ? -1 : a.service_id > b.service_id ? 1 : 0));
}

/** Services without their own key are part of Artifactory. */
function servicesOf({ services }: Node): Map<string, ServiceName[]> {
  const byKey = new Map<string, ServiceName[]>();
  const add = (key: string, found: ServiceName[]) => found.length > 0 && byKey.set(key, found);
  add(
    'jfrt',
    services.filter((name) => !separate.has(name)),
  );
  for (const [key, names] of Object.entries(parts))
    add(
      key,
      services.filter((name) => names.includes(name)),
    );
  return byKey;
}

function statusOf(node: Node, serviceId: string, services: ServiceName[]): NodeStatus {
  return {
    service_id: serviceId,
    node_id: node.id,
    status: node.online ? 'Online' : 'Offline',
    state: node.online ? node.state : 'UNKNOWN',
    message: node.online ? node.message : '',
    last_heartbeat: node.heartbeat,
    uptime: node.started,
    micro_services: services,
    version: node.version,
  };
}

/** Removes a service of an offline node, and the node with its last service. */
export async function removeService(
  serviceId: string,
  nodeId: string,
): Promise<'removed' | 'not found' | 'online'> {
  const [installation, nodes] = await Promise.all([installationId(), readNodes()]);
  const node = nodes.find(({ id }) => id === nodeId);
  const key = serviceId.endsWith(`@${installation}`) ? serviceId.split('@')[0] : undefined;
  const services = node && key !== undefined ? servicesOf(node).get(key) : undefined;
  if (!node || !services) return 'not found';
  if (node.online) return 'online';
  const rest = node.services.filter((name) => !services.includes(name));
  return (await writeServices(nodeId, rest)) ? 'removed' : 'online';
}

async function installationId(): Promise<string> {
  const { rows } = await db().execute<{ id: string }>(sql`select id from installation`);
  return rows[0]?.id ?? '';
}

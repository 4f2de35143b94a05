import type { ServiceName } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** A server of this installation. */
export interface Node {
  id: string;
  online: boolean;
  /** Epoch milliseconds, of the database's clock. */
  started: number;
  heartbeat: number;
  version: string;
  services: ServiceName[];
  /** As of the last heartbeat. */
  state: 'HEALTHY' | 'DEGRADED' | 'UNHEALTHY';
  /** Reason of another state than `HEALTHY`. */
  message: string;
}

/** Seconds between two heartbeats. */
export const beatSeconds = 15;
/** Seconds without a heartbeat after which a node is offline. */
const offlineAfter = 60;

const isOnline: SQL = sql`not stopped and heartbeat > now() - make_interval(secs => ${offlineAfter})`;

type Beat = Pick<Node, 'id' | 'version' | 'services' | 'state' | 'message'>;

/** Writes a heartbeat. `uptime` in seconds. */
export async function beat(node: Beat, uptime: number): Promise<void> {
  const { id, version, services, state, message } = node;
  await db().execute(sql`
    insert into nodes (id, started, heartbeat, version, services, state, message)
    values (${id}, now() - make_interval(secs => ${uptime}), now(), ${version}, ${sql.param(services)}::text[],
      ${state}, ${message})
    on conflict (id) do update set heartbeat = now(), stopped = false, version = excluded.version,
      services = excluded.services, state = excluded.state, message = excluded.message,
      -- A start is computed from two clocks: it is stored once per run of the server.
      started = case when nodes.stopped or abs(extract(epoch from nodes.started - excluded.started)) > 5
        then excluded.started else nodes.started end`);
}

export async function markStopped(id: string): Promise<void> {
  await db().execute(sql`update nodes set stopped = true, heartbeat = now() where id = ${id}`);
}

/** Sorted by ID. */
export async function readNodes(): Promise<Node[]> {
  const { rows } = await db().execute<{ [Key in keyof Node]: Node[Key] }>(sql`
    select id, version, services, state, message, ${isOnline} as online,
      round(extract(epoch from started) * 1000)::float8 as started,
      round(extract(epoch from heartbeat) * 1000)::float8 as heartbeat
    from nodes order by id`);
  return rows;
}

/** All nodes, including `own`, which may not have written its first heartbeat yet. */
export async function nodeIds(own: string): Promise<string[]> {
  const ids = (await readNodes()).map(({ id }) => id);
  return ids.includes(own) ? ids : [own, ...ids].sort();
}

/** Changes the services of a node that is offline; a node without any is deleted. Returns false when it is online. */
export async function writeServices(id: string, services: readonly ServiceName[]): Promise<boolean> {
  const isOffline = sql`id = ${id} and not (${isOnline})`;
  const { rowCount } = await db().execute(
    services.length === 0
      ? sql`delete from nodes where ${isOffline}`
      : sql`update nodes set services = ${sql.param([...services])}::text[] where ${isOffline}`,
  );
  return (rowCount ?? 0) > 0;
}

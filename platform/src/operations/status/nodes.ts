import type { ServiceName } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** A server of this installation. */
export interface Node {
  id: string;
  online: boolean;
  /** Whether it stopped gracefully. */
  stopped: boolean;
  /** In epoch milliseconds, by the database's clock. */
  started: number;
  heartbeat: number;
  version: string;
  services: ServiceName[];
  /** Origin at which other nodes reach it; empty if unknown. */
  url: string;
  /** As of the last heartbeat. */
  state: 'HEALTHY' | 'DEGRADED' | 'UNHEALTHY';
  /** Reason of a state other than `HEALTHY`. */
  message: string;
}

/** Interval of heartbeats, in seconds. */
export const beatSeconds = 15;
/** Seconds without a heartbeat after which a node is offline. */
export const offlineAfterSeconds = 60;

const isOnline: SQL = sql`not stopped and heartbeat > now() - make_interval(secs => ${offlineAfterSeconds})`;

/** Returns a time in epoch milliseconds. */
export const millis = (time: SQL): SQL => sql`round(extract(epoch from ${time}) * 1000)::float8`;

type Beat = Pick<Node, 'id' | 'version' | 'services' | 'url' | 'state' | 'message'>;

/** A written heartbeat, and the one before it. */
export interface Written {
  /** In epoch milliseconds, by the database's clock. */
  time: number;
  /** Absent if the node is new. */
  before: number | null;
}

/** Writes a heartbeat. `uptime` is in seconds. */
export async function beat(node: Beat, uptime: number): Promise<Written> {
  const { id, version, services, url, state, message } = node;
  const { rows } = await db().execute<{ [Key in keyof Written]: Written[Key] }>(sql`
    with former as (select heartbeat from nodes where id = ${id})
    insert into nodes (id, started, heartbeat, version, services, url, state, message)
    values (${id}, now() - make_interval(secs => ${uptime}), now(), ${version}, ${sql.param(services)}::text[],
      ${url}, ${state}, ${message})
    on conflict (id) do update set heartbeat = now(), stopped = false, version = excluded.version,
      services = excluded.services, url = excluded.url, state = excluded.state, message = excluded.message,
      -- A start is computed from two clocks: it is stored once per run of the server.
      started = case when nodes.stopped or abs(extract(epoch from nodes.started - excluded.started)) > 5
        then excluded.started else nodes.started end
    returning ${millis(sql`heartbeat`)} as time, (select ${millis(sql`heartbeat`)} from former) as before`);
  const [written] = rows;
  if (!written) throw new Error(`The heartbeat of ${id} was not written`);
  return written;
}

/** Returns the time of the last heartbeat. */
export async function markStopped(id: string): Promise<number | undefined> {
  const { rows } = await db().execute<{ time: number }>(
    sql`update nodes set stopped = true, heartbeat = now() where id = ${id} returning ${millis(sql`heartbeat`)} as time`,
  );
  return rows[0]?.time;
}

/** Returns the nodes sorted by ID. */
export async function readNodes(): Promise<Node[]> {
  const { rows } = await db().execute<{ [Key in keyof Node]: Node[Key] }>(sql`
    select id, version, services, url, state, message, ${isOnline} as online,
      ${millis(sql`started`)} as started, ${millis(sql`heartbeat`)} as heartbeat, stopped
    from nodes order by id`);
  return rows;
}

/**
 * Returns the IDs of all nodes, including `own`, which may not have written its first heartbeat
 * yet.
 */
export async function nodeIds(own: string): Promise<string[]> {
  const ids = (await readNodes()).map(({ id }) => id);
  return ids.includes(own) ? ids : [own, ...ids].sort();
}

/**
 * Changes the services of an offline node, and deletes a node without any. Returns `false` if it is
 * online.
 */
export async function writeServices(id: string, services: readonly ServiceName[]): Promise<boolean> {
  const isOffline = sql`id = ${id} and not (${isOnline})`;
  const { rowCount } = await db().execute(
    services.length === 0
      ? sql`delete from nodes where ${isOffline}`
      : sql`update nodes set services = ${sql.param([...services])}::text[] where ${isOffline}`,
  );
  return (rowCount ?? 0) > 0;
}

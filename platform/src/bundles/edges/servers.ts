import { randomUUID } from 'node:crypto';
import type { EdgePlace, NewEdge, PairedEdge, PairedServer, PairedServers } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { DEFAULT_KEY, publicKey, signingKey } from '../signing/keys.ts';
import { EdgeClient, pairWith } from './send/EdgeClient.ts';

type Times = Record<string, unknown> & { paired: number; lastSeen: number | null };
type Row<Server extends PairedServer> = Times & Omit<Server, 'paired' | 'lastSeen'>;

const millis = (column: SQL) => sql`(extract(epoch FROM ${column}) * 1000)::float8`;
const useOf = (id: string) => `edge:${id}`;

/** Returns the paired edges and sources. */
export async function pairedServers(): Promise<PairedServers> {
  const common = sql`t.id::text, t.name, t.url, t.paired_by AS "pairedBy", ${millis(sql`t.paired`)} AS paired, ${millis(sql`t.last_seen`)} AS "lastSeen"`;
  const edges = await db().execute<Row<PairedEdge>>(sql`
    SELECT ${common}, t.error, ${placeColumns}, (SELECT count(*)::integer FROM ${present} p WHERE p.edge_id = t.id AND p.kind = 'distribute') AS bundles
    FROM edge_targets t ORDER BY t.name`);
  const sources = await db().execute<Row<PairedServer>>(sql`
    SELECT ${common}, '' AS error, (SELECT count(*)::integer FROM received_bundles b WHERE b.source_id = t.id AND b.state = 'complete') AS bundles
    FROM edge_sources t ORDER BY t.name, t.paired`);
  return {
    edges: edges.rows.map((row) => serverOf<PairedEdge>(row)),
    sources: sources.rows.map((row) => serverOf(row)),
  };
}

/**
 * The last completed change of each version at each edge: the version is there unless it was a
 * removal.
 */
export const present = sql`(SELECT DISTINCT ON (d.edge_id, d.name, d.version) d.* FROM distributions d
  WHERE d.state = 'completed' ORDER BY d.edge_id, d.name, d.version, d.id DESC)`;

/** Columns of `EdgePlace`, of `edge_targets t`. */
export const placeColumns = sql`t.edge_group AS "group", t.city, t.country`;

function serverOf<Server extends PairedServer>({ paired, lastSeen, ...row }: Row<Server>): Server {
  return {
    ...row,
    paired: new Date(paired).toISOString(),
    lastSeen: lastSeen === null ? null : new Date(lastSeen).toISOString(),
  } as unknown as Server;
}

/** Sets where an edge is. Returns the edge before and after. Throws `HttpError` 404. */
export async function placeEdge(
  id: string,
  { group, city, country }: EdgePlace,
): Promise<{ before: PairedEdge; after: PairedEdge }> {
  const find = async () => (await pairedServers()).edges.find((each) => each.id === id);
  const before = await find();
  await db().execute(sql`
    UPDATE edge_targets SET edge_group = ${group.trim()}, city = ${city.trim()}, country = ${country} WHERE id::text = ${id}`);
  const after = await find();
  if (!before || !after) throw unknownServer(id);
  return { before, after };
}

/**
 * Pairs this server with an edge that has created the code. Throws `HttpError` 400, 403, 409, and
 * 502.
 */
export async function addEdge(
  seal: Seal,
  { url, code, name }: NewEdge,
  { ownUrl, by }: { ownUrl: string; by: string },
): Promise<PairedEdge> {
  const base = baseOf(url);
  // Otherwise generated with the first bundle: the edge needs it now.
  await signingKey(seal, DEFAULT_KEY, by);
  const { publicKey: key } = await publicKey(DEFAULT_KEY);
  const edge = await pairWith(base, { code, name, url: ownUrl, publicKey: key });
  const id = randomUUID();
  const { rowCount } = await db().execute(sql`
    INSERT INTO edge_targets (id, name, url, sealed, paired_by, last_seen)
    VALUES (${id}, ${edge.name}, ${base}, ${seal.close(edge.credential, useOf(id))}, ${by}, now()) ON CONFLICT (name) DO NOTHING`);
  if (rowCount !== 1) {
    await new EdgeClient(base, edge.credential).unpair().catch(() => undefined);
    throw new HttpError(
      409,
      'EDGE_EXISTS',
      `An edge named "${edge.name}" exists. Create a code with another name at the edge, or end the pairing with the existing one first`,
    );
  }
  await checkEdge(seal, id);
  const found = (await pairedServers()).edges.find((each) => each.id === id);
  if (!found) throw new Error(`Edge ${id} was removed concurrently`);
  return found;
}

function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.search && !parsed.hash)
    return parsed.href.replace(/\/+$/, '').replace(/\/ui$/, '');
  throw new HttpError(
    400,
    'BAD_EDGE_URL',
    `Invalid URL "${url.slice(0, 200)}". Expected the base URL of the edge, such as https://edge.example.org`,
  );
}

/** Throws `HttpError` 404. */
export async function edgeClient(seal: Seal, id: string): Promise<EdgeClient & { name: string }> {
  const { rows } = await db().execute<{ name: string; url: string; sealed: Buffer }>(
    sql`SELECT name, url, sealed FROM edge_targets WHERE id::text = ${id}`,
  );
  const [row] = rows;
  if (!row) throw unknownServer(id);
  return Object.assign(new EdgeClient(row.url, seal.open(row.sealed, useOf(id))), { name: row.name });
}

/**
 * Unpairs both servers; the edge only if it is reachable. Returns the name. Throws `HttpError` 404.
 */
export async function endEdge(seal: Seal, id: string): Promise<string> {
  const client = await edgeClient(seal, id);
  await client.unpair().catch(() => undefined);
  await db().execute(sql`DELETE FROM edge_targets WHERE id::text = ${id}`);
  return client.name;
}

/**
 * Unpairs a source: its next request is denied, and received content stays. Returns the name.
 * Throws `HttpError` 404.
 */
export async function endSource(id: string): Promise<string> {
  const { rows } = await db().execute<{ name: string }>(
    sql`DELETE FROM edge_sources WHERE id::text = ${id} RETURNING name`,
  );
  const [row] = rows;
  if (!row) throw unknownServer(id);
  await db().execute(sql`DELETE FROM received_bundles WHERE source_id IS NULL AND state = 'receiving'`);
  return row.name;
}

export async function noteContact(id: string, error: string): Promise<void> {
  const seen = error === '' ? sql`now()` : sql`last_seen`;
  await db().execute(
    sql`UPDATE edge_targets SET error = ${error}, last_seen = ${seen} WHERE id::text = ${id}`,
  );
}

/** Asks an edge for its version, and notes whether it responds. */
async function checkEdge(seal: Seal, id: string): Promise<void> {
  let error = '';
  let version: string | undefined;
  try {
    const client = await edgeClient(seal, id);
    version = (await client.state()).version;
    await renewIfDue(seal, id, client);
  } catch (cause) {
    error = (cause instanceof Error ? cause.message : String(cause)).slice(0, 1000);
  }
  await db().execute(sql`
    UPDATE edge_targets SET checked = now(), check_error = ${error},
      server_version = coalesce(${version ?? null}::text, server_version) WHERE id::text = ${id}`);
}

/** Hours after which a credential is renewed. */
const renewAfter = 24;

/**
 * Renews an old credential. Transfers in progress, and the next renewal after a lost response, use
 * the previous one.
 */
async function renewIfDue(seal: Seal, id: string, client: EdgeClient): Promise<void> {
  const { rowCount } = await db().execute(sql`
    SELECT FROM edge_targets WHERE id::text = ${id} AND credential_issued < now() - ${renewAfter} * interval '1 hour'`);
  if (rowCount === 0) return;
  const { credential } = await client.renew();
  await db().execute(sql`
    UPDATE edge_targets SET sealed = ${seal.close(credential, useOf(id))}, credential_issued = now() WHERE id::text = ${id}`);
}

/** Checks all edges in parallel. */
export async function checkEdges(seal: Seal): Promise<void> {
  const { rows } = await db().execute<{ id: string }>(sql`SELECT id::text FROM edge_targets`);
  await Promise.all(rows.map(({ id }) => checkEdge(seal, id)));
}

function unknownServer(id: string): HttpError {
  return new HttpError(
    404,
    'SERVER_NOT_FOUND',
    `Paired server "${id.slice(0, 50)}" not found. GET /distribution/api/v2/edges lists them`,
  );
}

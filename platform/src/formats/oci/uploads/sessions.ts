import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db, query } from '../../../database/db.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';

/** An upload on its way. */
export interface Session extends Named {
  id: string;
  /** Bytes that are kept. */
  size: number;
}

/** The right to add to a session, for as long as it is renewed. */
export interface Lease extends Session {
  lease: string;
  /** What is kept, in order. */
  parts: Part[];
  /** It was given back together with what was done last. */
  over: boolean;
}

export interface Part {
  start: number;
  size: number;
  sha256: string;
}

/** How long a writer that is not heard of holds up others, in seconds. */
const leaseLife = 30;
/** How often it is renewed, in milliseconds. */
const renewal = 10_000;
/** Seconds after which an upload that nobody went on with is dropped. */
const abandonedAfter = 86_400;

export async function beginSession({ repo, image }: Named, by: string): Promise<Session> {
  const id = randomUUID();
  await db().execute(sql`
    INSERT INTO docker_uploads (id, repo, image, started_by) VALUES (${id}, ${repo}, ${image}, ${by})`);
  return { id, repo, image, size: 0 };
}

/** Throws `HttpError` 404. */
export async function findSession({ repo, image }: Named, id: string): Promise<Session> {
  const { rows } = await db().execute<{ size: number }>(sql`
    SELECT size::float8 AS size FROM docker_uploads WHERE id = ${id} AND repo = ${repo} AND image = ${image}`);
  const [row] = rows;
  if (!row) throw unknown(id);
  return { id, repo, image, size: row.size };
}

function unknown(id: string) {
  return dockerError('BLOB_UPLOAD_UNKNOWN', `Upload ${id} not found. Start another one.`);
}

const take = {
  name: 'docker-lease',
  text: 'SELECT size, parts FROM docker_lease($1, $2, $3, $4, $5)',
};

/**
 * Does the work as the one who may add to the session; whoever is answered after it may write again. Throws `HttpError` 404 for a
 * session that is not there, and 416 while another request writes to it.
 */
export async function withLease<T>(
  { repo, image }: Named,
  id: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const own = randomUUID();
  const [row] = await query<{ size: number; parts: Part[] }>(take, [id, repo, image, own, leaseLife]);
  if (!row) {
    const session = await findSession({ repo, image }, id);
    throw dockerError(
      'BLOB_UPLOAD_INVALID',
      'Another request is writing to this upload. Wait for it.',
      416,
      rangeOf(session),
    );
  }
  const lease: Lease = { id, repo, image, lease: own, over: false, ...row };
  const renewing = setInterval(() => void renew(id, own).catch(() => undefined), renewal);
  try {
    return await work(lease);
  } finally {
    clearInterval(renewing);
    if (!lease.over) {
      await db().execute(
        sql`UPDATE docker_uploads SET leased_until = NULL WHERE id = ${id} AND lease = ${own}`,
      );
    }
  }
}

async function renew(id: string, lease: string): Promise<void> {
  await db().execute(sql`
    UPDATE docker_uploads SET leased_until = now() + make_interval(secs => ${leaseLife}), touched = now()
    WHERE id = ${id} AND lease = ${lease}`);
}

const add = {
  name: 'docker-add-part',
  text: `
    WITH held AS (UPDATE blobs SET touched = now() WHERE sha256 = $5 RETURNING sha256),
    extended AS (
      UPDATE docker_uploads u SET size = u.size + $4, touched = now(), leased_until = CASE WHEN $6 THEN NULL ELSE u.leased_until END
      FROM held WHERE u.id = $1 AND u.lease = $2 AND u.size = $3 RETURNING u.id
    )
    INSERT INTO docker_upload_parts (upload, start, size, sha256) SELECT id, $3, $4, $5 FROM extended RETURNING start`,
};

/**
 * Makes bytes that are stored the next of the session's; `last`: of this request, which gives the lease back. Throws `HttpError` 416
 * when somebody else has taken the session over.
 */
export async function addPart(
  lease: Lease,
  { sha256, size }: { sha256: string; size: number },
  last: boolean,
): Promise<void> {
  const { id, lease: own, size: start } = lease;
  const [added] = await query(add, [id, own, start, size, sha256, last]);
  if (!added) {
    throw dockerError('BLOB_UPLOAD_INVALID', 'Another request took over this upload', 416);
  }
  lease.parts.push({ start, size, sha256 });
  lease.size += size;
  lease.over = last;
}

/** Drops the session and what it holds; false when there was none. */
export async function endSession({ repo, image }: Named, id: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM docker_uploads WHERE id = ${id} AND repo = ${repo} AND image = ${image}`);
  return Boolean(rowCount);
}

/** For housekeeping; gives how many. */
export async function dropOldSessions(): Promise<number> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM docker_uploads WHERE touched < now() - make_interval(secs => ${abandonedAfter})`);
  return rowCount ?? 0;
}

/** What a client reads to go on: the first and the last byte that are kept. */
export function rangeOf({ size }: Pick<Session, 'size'>): { range: string } {
  return { range: `0-${Math.max(0, size - 1)}` };
}

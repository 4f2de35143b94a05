import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { db, query } from '../../../database/db.ts';
import type { Named } from '../dockerPath.ts';
import { dockerError } from '../errors.ts';

/** An upload in progress. */
export interface Session extends Named {
  id: string;
  /** Number of stored bytes. */
  size: number;
}

/** Exclusive write access to a session; renewed while it is held. */
export interface Lease extends Session {
  lease: string;
  /** The stored chunks, in order. */
  parts: Part[];
  /** The lease was already released together with the last statement. */
  over: boolean;
}

export interface Part {
  start: number;
  size: number;
  sha256: string;
}

/** Time in seconds after which the lease of an unresponsive writer expires. */
const leaseSeconds = 30;
/** Renewal interval in milliseconds. */
const renewalMs = 10_000;
/** Time in seconds after which an inactive upload is deleted. */
const abandonedAfterSeconds = 86_400;

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
 * Runs the work with the session's lease and releases it before the response, so that the next
 * request can write. Throws `HttpError` 404 for an unknown session, and 416 while another request
 * writes to it.
 */
export async function withLease<T>(
  { repo, image }: Named,
  id: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  const own = randomUUID();
  const [row] = await query<{ size: number; parts: Part[] }>(take, [id, repo, image, own, leaseSeconds]);
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
  const renewing = setInterval(() => void renew(id, own).catch(() => undefined), renewalMs);
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
    UPDATE docker_uploads SET leased_until = now() + make_interval(secs => ${leaseSeconds}), touched = now()
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
 * Appends stored bytes to the session. `releaseLease` releases the lease in the same statement.
 * Throws `HttpError` 416 if another request took over the session.
 */
export async function addPart(
  lease: Lease,
  { sha256, size }: { sha256: string; size: number },
  releaseLease: boolean,
): Promise<void> {
  const { id, lease: own, size: start } = lease;
  const [added] = await query(add, [id, own, start, size, sha256, releaseLease]);
  if (!added) {
    throw dockerError('BLOB_UPLOAD_INVALID', 'Another request took over this upload', 416);
  }
  lease.parts.push({ start, size, sha256 });
  lease.size += size;
  lease.over = releaseLease;
}

/** Deletes the session and its chunks; returns false if it did not exist. */
export async function endSession({ repo, image }: Named, id: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM docker_uploads WHERE id = ${id} AND repo = ${repo} AND image = ${image}`);
  return Boolean(rowCount);
}

/** Deletes inactive sessions. Returns their number. */
export async function dropOldSessions(): Promise<number> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM docker_uploads WHERE touched < now() - make_interval(secs => ${abandonedAfterSeconds})`);
  return rowCount ?? 0;
}

/** The header that lets clients resume: the range of stored bytes. */
export function rangeOf({ size }: Pick<Session, 'size'>): { range: string } {
  return { range: `0-${Math.max(0, size - 1)}` };
}

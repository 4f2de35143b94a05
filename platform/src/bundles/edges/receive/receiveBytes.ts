import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { rememberBlob } from '../../../blobs/rememberBlob.ts';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { blobs } from '../../../storage/storage.ts';
import type { Source } from '../pairing.ts';
import { requireReceived } from './receivedRows.ts';

/** Maximum bytes of a request. */
export const maxPartBytes = 16 * 1024 * 1024;

interface Place {
  name: string;
  version: string;
  sha256: string;
  /** Offset of the first byte within the file. */
  start: number;
}

/**
 * Stores bytes of a file. Parts of large files are durable once acknowledged. Verifies the hash of
 * the whole file. Throws `HttpError` 400, 404, or 409.
 */
export async function receiveBytes(
  source: Source,
  { name, version, sha256, start }: Place,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { id } = await requireReceived(source, name, version);
  const { rows } = await db().execute<{ size: number; known: number }>(sql`
    SELECT max(a.size)::float8 AS size,
      coalesce((SELECT sum(p.size) FROM received_parts p WHERE p.bundle_id = ${id}::bigint AND p.sha256 = ${sha256}), 0)::float8 AS known
    FROM received_artifacts a WHERE a.bundle_id = ${id}::bigint AND a.sha256 = ${sha256} HAVING count(*) > 0`);
  const [expected] = rows;
  if (!expected)
    throw new HttpError(404, 'NOT_IN_BUNDLE', `${name} ${version} contains no file with sha256 ${sha256}`);
  if (start !== expected.known)
    throw new HttpError(
      409,
      'WRONG_OFFSET',
      `Expected the bytes from ${expected.known} on, not from ${start}`,
    );
  const part = await blobs().put(body, { limit: Math.min(maxPartBytes, expected.size - start) });
  if (start === 0 && part.size === expected.size) return keep(id, sha256, part);
  if (part.size === 0) throw new HttpError(400, 'NO_CONTENT', 'The request has no bytes');
  await keepPart(id, { sha256, start }, part);
  if (start + part.size < expected.size) return;
  const whole = await blobs().put(partsOf(id, sha256), { limit: expected.size });
  await keep(id, sha256, whole);
}

async function keepPart(
  id: string,
  { sha256, start }: Pick<Place, 'sha256' | 'start'>,
  part: { sha256: string; size: number },
): Promise<void> {
  await transaction(async () => {
    await rememberBlob(part);
    const { rowCount } = await db().execute(sql`
      INSERT INTO received_parts (bundle_id, sha256, start, size, part_sha256)
      VALUES (${id}::bigint, ${sha256}, ${start}, ${part.size}, ${part.sha256}) ON CONFLICT DO NOTHING`);
    if (rowCount !== 1)
      throw new HttpError(
        409,
        'WRONG_OFFSET',
        'The same bytes are being sent by another request. Try again later',
      );
  });
}

/**
 * Deletes the parts in either case: content that differs from the signature is sent again from the
 * beginning.
 */
async function keep(id: string, sha256: string, blob: { sha256: string }): Promise<void> {
  const isRight = blob.sha256 === sha256;
  await transaction(async () => {
    if (isRight) {
      await rememberBlob(blob);
      await db().execute(
        sql`INSERT INTO received_blobs (bundle_id, sha256) VALUES (${id}::bigint, ${sha256}) ON CONFLICT DO NOTHING`,
      );
    }
    await db().execute(
      sql`DELETE FROM received_parts WHERE bundle_id = ${id}::bigint AND sha256 = ${sha256}`,
    );
  });
  if (isRight) return;
  throw new HttpError(
    422,
    'CHECKSUM_MISMATCH',
    `The bytes that arrived have the sha256 ${blob.sha256}, and ${sha256} was signed. Nothing of them is used`,
  );
}

async function* partsOf(id: string, sha256: string): AsyncGenerator<Uint8Array> {
  const { rows } = await db().execute<{ part: string }>(sql`
    SELECT part_sha256 AS part FROM received_parts WHERE bundle_id = ${id}::bigint AND sha256 = ${sha256} ORDER BY start`);
  for (const { part } of rows) yield* (await blobs().open(part)) as Readable & AsyncIterable<Uint8Array>;
}

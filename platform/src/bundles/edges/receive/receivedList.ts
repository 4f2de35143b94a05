import type { ReceivedBundle, ReceivedBundles } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { allowsBundle } from '../../../access/bundles.ts';
import type { Caller } from '../../../access/Caller.ts';
import { db } from '../../../database/db.ts';
import { matches } from '../../listing/readableBundles.ts';

interface Row extends Record<string, unknown>, Omit<ReceivedBundle, 'signed' | 'received'> {
  signed: number;
  received: number | null;
}

/** Received versions that the caller can read, latest first. */
export async function receivedBundles(
  caller: Caller,
  { offset, limit, search }: { offset: number; limit: number; search: string },
): Promise<ReceivedBundles> {
  const { rows: names } = await db().execute<{ name: string }>(
    sql`SELECT DISTINCT name FROM received_bundles`,
  );
  const readable: string[] = [];
  for (const { name } of names) if (await allowsBundle(caller, 'read', name)) readable.push(name);
  const where = sql`b.name = ANY(${sql.param(readable)}::text[]) AND ${matches(search)}`;
  const { rows } = await db().execute<Row>(sql`
    SELECT b.name, b.version, b.source_name AS source, b.state, b.artifacts, b.bytes::float8 AS bytes, b.signed_by AS "signedBy",
      b.key_id AS "keyId", (extract(epoch FROM b.signed) * 1000)::float8 AS signed, (extract(epoch FROM b.received) * 1000)::float8 AS received,
      ARRAY(SELECT DISTINCT a.repo::text FROM received_artifacts a WHERE a.bundle_id = b.id ORDER BY 1) AS repositories
    FROM received_bundles b WHERE ${where} ORDER BY b.id DESC LIMIT ${limit} OFFSET ${offset}`);
  const total = await db().execute<{ total: number }>(
    sql`SELECT count(*)::integer AS total FROM received_bundles b WHERE ${where}`,
  );
  return {
    bundles: rows.map(({ signed, received, ...row }) => ({
      ...row,
      signed: new Date(signed).toISOString(),
      received: received === null ? null : new Date(received).toISOString(),
    })),
    total: total.rows[0]?.total ?? 0,
  };
}

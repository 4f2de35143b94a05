import type { Reception } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { Source } from '../pairing.ts';
import { type Consigned, readConsignment } from './readConsignment.ts';

/** A version that has been received, completely or in part. */
export interface ReceivedRow {
  id: string;
  sourceId: string | null;
  sourceName: string;
  state: 'receiving' | 'complete';
  createRepositories: boolean;
}

/**
 * Records an announced version after its signature was verified. Idempotent. Throws `HttpError`
 * 400, 403, or 409.
 */
export async function beginReception(
  source: Source,
  { name, version }: { name: string; version: string },
  { envelope, createRepositories }: { envelope: string; createRepositories: boolean },
): Promise<Reception> {
  const consigned = readConsignment(source, name, version, envelope);
  return transaction(async () => {
    const known = await findReceived(name, version);
    if (known && known.sourceId !== source.id) throw ofAnother(name, version, known.sourceName);
    const id =
      known?.id ?? (await insert(source, { name, version, envelope, createRepositories }, consigned));
    if (known && !(await isSame(id, envelope))) {
      throw new HttpError(
        409,
        'RELEASE_BUNDLE_EXISTS',
        `This server has ${name} ${version} with other content. Remove that version from it first`,
      );
    }
    return receptionOf(id);
  });
}

/** Finds a received version and locks its row. */
export async function findReceived(name: string, version: string): Promise<ReceivedRow | undefined> {
  const { rows } = await db().execute<ReceivedRow & Record<string, unknown>>(sql`
    SELECT id::text, source_id::text AS "sourceId", source_name AS "sourceName", state, create_repositories AS "createRepositories"
    FROM received_bundles WHERE name = ${name} AND version = ${version} FOR UPDATE`);
  return rows[0];
}

/** Throws `HttpError` 404 for versions that this source does not send. */
export async function requireReceived(source: Source, name: string, version: string): Promise<ReceivedRow> {
  const found = await findReceived(name, version);
  if (found?.sourceId === source.id) return found;
  throw new HttpError(
    404,
    'RELEASE_BUNDLE_NOT_FOUND',
    `This server receives no release bundle "${`${name} ${version}`.slice(0, 200)}" from the calling one`,
  );
}

async function insert(
  source: Source,
  given: { name: string; version: string; envelope: string; createRepositories: boolean },
  { created, createdBy, artifacts }: Consigned,
): Promise<string> {
  const { name, version, envelope, createRepositories } = given;
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO received_bundles (source_id, source_name, name, version, create_repositories, key_id, public_key, envelope,
      signed, signed_by, artifacts, bytes)
    VALUES (${source.id}::uuid, ${source.name}, ${name}, ${version}, ${createRepositories}, ${source.keyId}, ${source.publicKey},
      ${envelope}, ${created.toISOString()}, ${createdBy}, ${artifacts.length}, ${bytes})
    RETURNING id::text`);
  const id = rows[0]?.id ?? '';
  const lines = artifacts.map(({ packageType, ...rest }) => ({ ...rest, package_type: packageType }));
  await db().execute(sql`
    INSERT INTO received_artifacts (bundle_id, repo, path, sha256, size, package_type, properties, state)
    SELECT ${id}::bigint, a.repo, a.path, a.sha256, a.size, a.package_type, a.properties, a.state
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS a (repo text, path text, sha256 text, size bigint, package_type text, properties jsonb, state jsonb)`);
  return id;
}

async function isSame(id: string, envelope: string): Promise<boolean> {
  const { rows } = await db().execute(
    sql`SELECT FROM received_bundles WHERE id = ${id}::bigint AND envelope = ${envelope}`,
  );
  return rows.length === 1;
}

/**
 * Links content that already exists on this server, with the signed size, to the version and
 * returns the missing content, in the current transaction.
 */
export async function receptionOf(id: string): Promise<Reception> {
  await db().execute(sql`
    WITH held AS MATERIALIZED (
      SELECT b.sha256 FROM blobs b WHERE (b.sha256, b.size) IN (SELECT a.sha256, a.size FROM received_artifacts a WHERE a.bundle_id = ${id}::bigint)
        AND NOT EXISTS (SELECT FROM damaged_blobs d WHERE d.sha256 = b.sha256) ORDER BY b.sha256 FOR NO KEY UPDATE
    ), touched AS (UPDATE blobs b SET touched = now() FROM held WHERE b.sha256 = held.sha256)
    INSERT INTO received_blobs (bundle_id, sha256) SELECT ${id}::bigint, sha256 FROM held ON CONFLICT DO NOTHING`);
  const { rows } = await db().execute<{ state: Reception['state'] }>(
    sql`SELECT state FROM received_bundles WHERE id = ${id}::bigint`,
  );
  const state = rows[0]?.state ?? 'receiving';
  if (state === 'complete') return { state, missing: [] };
  const { rows: missing } = await db().execute<Reception['missing'][number]>(sql`
    SELECT a.sha256, max(a.size)::float8 AS size,
      coalesce((SELECT sum(p.size) FROM received_parts p WHERE p.bundle_id = ${id}::bigint AND p.sha256 = a.sha256), 0)::float8 AS offset
    FROM received_artifacts a WHERE a.bundle_id = ${id}::bigint
      AND NOT EXISTS (SELECT FROM received_blobs r WHERE r.bundle_id = ${id}::bigint AND r.sha256 = a.sha256)
    GROUP BY a.sha256 ORDER BY a.sha256`);
  return { state, missing };
}

function ofAnother(name: string, version: string, source: string): HttpError {
  return new HttpError(
    409,
    'RELEASE_BUNDLE_EXISTS',
    `This server has received ${name} ${version} from ${source}. Remove that version from it first`,
  );
}

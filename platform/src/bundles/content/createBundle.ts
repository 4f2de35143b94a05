import { sql } from 'drizzle-orm';
import type { Caller } from '../../access/Caller.ts';
import { authorize } from '../../access/gateway.ts';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { RepositoryError } from '../../errors/RepositoryError.ts';
import { announce, announcing } from '../../events/announce.ts';
import { reaches, reachOf } from '../../files/tree/reach.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { signEnvelope } from '../signing/dsse.ts';
import { type OpenKey, signingKey } from '../signing/keys.ts';
import { type OpenPgpKey, openPgpKey, signDetached } from '../signing/openPgp.ts';
import { statementOf } from '../signing/statement.ts';
import type { BundleContent, WantedFile } from './BundleContent.ts';
import { holdFiles } from './holdFiles.ts';
import { holdVersions } from './holdVersions.ts';
import { type Source, wordsOf } from './readSources.ts';
import { wantedFiles } from './wantedFiles.ts';

export interface BundleOrder {
  name: string;
  version: string;
  sources: readonly Source[];
  /** Name of the signing key. */
  keyName: string;
}

/**
 * Creates a bundle version with its content, record, and signature in one transaction. Throws
 * `HttpError` 400, 403, 404, or 409 if the version exists.
 */
export async function createBundle(caller: Caller, seal: Seal, order: BundleOrder): Promise<BundleContent> {
  const { name, version, sources, keyName } = order;
  const facts = { name, version };
  await announcing('release_bundle_v2.release_bundle_v2_started', async () =>
    announce('release_bundle_v2.release_bundle_v2_started', () => facts),
  );
  try {
    const wanted = await wantedFiles(caller, seal, sources);
    await authorizeReads(caller, wanted);
    const key = await signingKey(seal, keyName, caller.userName);
    const openPgp = await openPgpKey(seal, caller.userName);
    return await transaction(() => write(caller, { key, openPgp }, order, wanted));
  } catch (error) {
    const message =
      error instanceof HttpError ? error.message : 'Failed to create the version. See the server log.';
    await announcing('release_bundle_v2.release_bundle_v2_failed', async () =>
      announce('release_bundle_v2.release_bundle_v2_failed', () => ({ ...facts, message })),
    );
    throw error;
  }
}

/** Throws the error of `authorize` for the first file that the caller cannot read. */
export async function authorizeReads(caller: Caller, wanted: readonly WantedFile[]): Promise<void> {
  for (const repo of new Set(wanted.map((file) => file.repo))) {
    const reach = await reachOf(caller, 'read', repo);
    if (reach === 'all') continue;
    const hidden = wanted.find((file) => file.repo === repo && !reaches(reach, file.path));
    if (!hidden) continue;
    await authorize(caller, 'read', { repo });
    const { userName } = caller;
    throw new RepositoryError(
      403,
      'FORBIDDEN',
      `User ${userName} has no read permission on ${repo}/${hidden.path}`,
      repo,
    );
  }
}

/** Writes the bundle in the current transaction. */
async function write(
  caller: Caller,
  { key, openPgp }: { key: OpenKey; openPgp: OpenPgpKey },
  { name, version, sources }: BundleOrder,
  wanted: readonly WantedFile[],
): Promise<BundleContent> {
  const created = new Date();
  const words = sources.flatMap(wordsOf);
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO release_bundles (name, version, created, created_by, sources, artifacts, bytes, openpgp_key)
    VALUES (${name}, ${version}, ${created.toISOString()}, ${caller.userName}, ${sql.param(words)}::text[], ${wanted.length}, 0,
      ${openPgp.fingerprint})
    ON CONFLICT (name, version) DO NOTHING RETURNING id::text`);
  const id = rows[0]?.id;
  if (id === undefined) throw versionExists(name, version);
  const artifacts = await holdVersions(id, await holdFiles(id, wanted));
  const bytes = artifacts.reduce((sum, { size }) => sum + size, 0);
  await db().execute(
    sql`UPDATE release_bundles SET artifacts = ${artifacts.length}, bytes = ${bytes} WHERE id = ${id}::bigint`,
  );
  const content: BundleContent = {
    name,
    version,
    created,
    createdBy: caller.userName,
    sources: words,
    artifacts,
    openPgpKey: openPgp.fingerprint,
  };
  const statement = statementOf(content);
  const envelope = JSON.stringify(signEnvelope(statement, key.privateKey, key.id));
  const signature = await signDetached(openPgp, statement);
  await db().execute(sql`
    INSERT INTO release_bundle_signatures (bundle_id, key_id, envelope, openpgp)
    VALUES (${id}::bigint, ${key.id}, ${envelope}, ${signature})`);
  announce('release_bundle.created', () => ({ name, version }));
  announce('release_bundle.signed', () => ({ name, version }));
  announce('release_bundle_v2.release_bundle_v2_completed', () => ({ name, version }));
  return content;
}

function versionExists(name: string, version: string): HttpError {
  return new HttpError(
    409,
    'RELEASE_BUNDLE_EXISTS',
    `Release bundle ${name} ${version} exists already, and bundle versions never change. Use another version`,
  );
}

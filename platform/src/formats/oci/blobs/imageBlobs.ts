import { sql } from 'drizzle-orm';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { db, query, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { announcing } from '../../../events/announce.ts';
import { queueStatement } from '../../../files/archiveQueue.ts';
import {
  announceFile,
  assertRoom,
  findFile,
  type PutFileOptions,
  refusal,
  removeFile,
  type ServedFile,
} from '../../../files/files.ts';
import { foldersOf } from '../../../files/paths.ts';
import { isLimited } from '../../../storage/capacity.ts';
import type { Named } from '../dockerPath.ts';
import { layerPath } from './layerPaths.ts';

/** A layer, a configuration, or another blob of an image. */
export interface ImageBlob extends ServedFile {
  digest: string;
  /** Seconds since a client last uploaded or requested it. */
  untouched: number;
}

interface Row {
  repo: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  touched: number;
  untouched: number;
}

const statement = {
  name: 'docker-blob',
  text: `
    SELECT k.repo, d.sha256, b.sha1, b.md5, b.size::float8 AS size,
      (extract(epoch FROM d.touched) * 1000)::float8 AS touched,
      extract(epoch FROM now() - d.touched)::float8 AS untouched
    FROM unnest($1::text[]) WITH ORDINALITY AS k (repo, number)
    CROSS JOIN LATERAL (SELECT * FROM docker_blobs o WHERE o.repo = k.repo AND o.image = $2 AND o.digest = $3 LIMIT 1) d
    JOIN blobs b ON b.sha256 = d.sha256
    ORDER BY k.number LIMIT 1`,
};

/** The blob in the first of these repositories whose image contains it. */
export async function findImageBlob(
  repos: readonly string[],
  image: string,
  digest: string,
): Promise<ImageBlob | undefined> {
  const [row] = await query<Row>(statement, [repos, image, digest]);
  if (!row) return undefined;
  const { touched, ...rest } = row;
  const path = layerPath(image, digest);
  return { ...rest, path, digest, mimeType: 'application/octet-stream', modified: new Date(touched) };
}

const link = {
  name: 'docker-link-blob',
  text: `
    WITH linked AS MATERIALIZED (SELECT docker_link_blob($1, $2, $3, $4, $5, $6, $7, $8) AS outcome, $4 AS sha256),
      stored AS MATERIALIZED (SELECT sha256 FROM linked WHERE outcome = 'linked'),
      queued AS (${queueStatement('layer', 'stored')})
    SELECT outcome FROM linked`,
};

/**
 * Adds the blob to the image in the current transaction and ends its upload; idempotent. Throws
 * `HttpError` 409 if its content no longer exists, or its path is unavailable.
 */
export async function linkBlob(
  { repo, image }: Named,
  digest: string,
  { sha256, size }: Pick<BlobInfo, 'sha256' | 'size'>,
  by: string,
  { upload, ...options }: { upload?: string } & Pick<PutFileOptions, 'as'> = {},
): Promise<void> {
  const path = layerPath(image, digest);
  const values = [repo, image, digest, sha256, path, foldersOf(path), by, upload ?? null];
  const store = async () => {
    const [linked] = await query<{ outcome: string }>(link, values);
    // A blob cached by a remote repository was already stored and announced as a file.
    if (linked?.outcome === 'linked') {
      assertRoom(repo, size, options);
      announceFile(repo, path, { after: { sha256, size } }, options);
    }
    return linked;
  };
  // A rejected blob must not stay: a statement of its own would be committed before the check.
  const row = await (isLimited(repo) ? transaction(store) : announcing('artifact.deployed', store));
  if (row?.outcome === 'gone')
    throw new HttpError(409, 'BLOB_GONE', `The content of ${digest} no longer exists. Upload it again.`);
  if (row?.outcome === 'refused') throw await refusal(repo, path, (await findFile(repo, path)) !== undefined);
}

export async function rememberImage({ repo, image }: Named): Promise<void> {
  await db().execute(
    sql`INSERT INTO docker_images (repo, image) VALUES (${repo}, ${image}) ON CONFLICT DO NOTHING`,
  );
}

/**
 * Interval in seconds. A client that found a blob may use it in a manifest an hour later, so
 * garbage collection must not delete it until then.
 */
const touchAfterSeconds = 3600;

export async function touchBlob(
  { repo, path: _path, digest, untouched }: ImageBlob,
  image: string,
): Promise<void> {
  if (untouched < touchAfterSeconds) return;
  await db().execute(sql`
    UPDATE docker_blobs SET touched = now() WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}`);
}

export type Unlinked = 'removed' | 'in use' | 'unknown';

/** Removes the blob from the image, unless a manifest of the image requires it. */
export async function unlinkBlob({ repo, image }: Named, digest: string): Promise<Unlinked> {
  return transaction(async () => {
    // A concurrent manifest push that refers to the blob holds this row lock, or waits for it.
    const held = await db().execute(sql`
      SELECT FROM docker_blobs WHERE repo = ${repo} AND image = ${image} AND digest = ${digest} FOR UPDATE`);
    if (!held.rowCount) return 'unknown';
    const used = await db().execute(sql`
      SELECT FROM docker_references WHERE repo = ${repo} AND image = ${image} AND needs = ${digest} LIMIT 1`);
    if (used.rowCount) return 'in use';
    await db().execute(sql`
      DELETE FROM docker_blobs WHERE repo = ${repo} AND image = ${image} AND digest = ${digest}`);
    await removeFile(repo, layerPath(image, digest));
    return 'removed';
  });
}

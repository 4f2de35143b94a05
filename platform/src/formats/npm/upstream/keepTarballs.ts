import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { BatchQueue } from '../../../database/BatchQueue.ts';
import { currentPlatform, query } from '../../../database/db.ts';
import { wasRolledBack } from '../../../database/wasRolledBack.ts';
import { announcing } from '../../../events/announce.ts';
import { keepCause, withCause } from '../../../events/cause.ts';
import { queueStatement } from '../../../files/archiveQueue.ts';
import { announceFile, findFile, refusal, type ServedFile } from '../../../files/files.ts';
import { foldersOf } from '../../../files/paths.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { tarballPath } from '../names.ts';
import { wakeIndexer } from './indexQueue.ts';

/** A verified tarball from an upstream. */
export interface GivenTarball {
  repository: Repository;
  name: string;
  version: string;
  blob: BlobInfo;
  /** Makes its bytes durable; call `confirm` after its row is written. */
  keep(): Promise<{ confirm(): Promise<void> }>;
}

const mimeType = 'application/gzip';
/** Maximum rows per statement. */
const maxBatch = 32;

export const createTarballKeeper = () => new BatchQueue<Row, boolean>(keepAll, maxBatch, wasRolledBack);
const keeping = () => currentPlatform().formats.npm.tarballKeeper;

interface Row {
  given: GivenTarball;
  file: ServedFile;
  cause: ReturnType<typeof keepCause>;
}

/** The file row under which the tarball is served. */
export function servedTarball({ repository, name, version, blob }: GivenTarball): ServedFile {
  const { sha256, sha1, md5, size } = blob;
  const path = tarballPath(name, version);
  return { repo: repository.key, path, sha256, sha1, md5, size, mimeType, modified: new Date() };
}

/**
 * Stores the tarball as a cached file, in a batch with concurrent ones. Throws `HttpError` 409 if
 * the path is unavailable.
 */
export async function keepTarball(given: GivenTarball, file: ServedFile): Promise<ServedFile> {
  if (await keeping().add({ given, file, cause: keepCause() })) return file;
  throw await refusal(file.repo, file.path, (await findFile(file.repo, file.path)) !== undefined);
}

const statement = {
  name: 'cache-npm-tarballs',
  text: `
    WITH stored AS MATERIALIZED (SELECT place, sha256 FROM cache_npm_tarballs($1::json)), queued AS (${queueStatement('tar', 'stored')})
    SELECT ARRAY(SELECT place FROM stored) AS places`,
};

async function keepAll(rows: readonly Row[]): Promise<boolean[]> {
  const kept = await Promise.all(rows.map(({ given }) => given.keep()));
  const values = rows.map(({ given: { repository, name, version, blob }, file }, place) => ({
    ...{ ...file, place, name, version, folders: foldersOf(file.path) },
    upstream: repository.url ?? '',
    sha512: blob.sha512 ?? null,
  }));
  const places = await announcing('artifact.cached', async () => {
    const [result] = await query<{ places: number[] }>(statement, [JSON.stringify(values)]);
    for (const place of result?.places ?? []) announceTarball(rows[place]);
    return new Set(result?.places);
  });
  for (const { confirm } of kept) await confirm();
  wakeIndexer();
  return rows.map((_row, place) => places.has(place));
}

function announceTarball(kept: Row | undefined): void {
  if (!kept) return;
  const { file, cause } = kept;
  withCause(cause, () => announceFile(file.repo, file.path, { after: file }, { as: 'cached' }));
}

import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { currentPlatform, query } from '../../../database/db.ts';
import { announcing } from '../../../events/announce.ts';
import { keepCause, withCause } from '../../../events/cause.ts';
import { announceFile, findFile, refusal, type ServedFile } from '../../../files/files.ts';
import { foldersOf } from '../../../files/paths.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { tarballPath } from '../names.ts';
import { wasRolledBack } from '../publish/storeTogether.ts';
import { InTurn } from './InTurn.ts';
import { wakeIndexer } from './indexQueue.ts';

/** A tarball that an upstream has given, and that was found to be right. */
export interface GivenTarball {
  repository: Repository;
  name: string;
  version: string;
  blob: BlobInfo;
  /** Makes its bytes durable; `confirm` is called once its row is written. */
  keep(): Promise<{ confirm(): Promise<void> }>;
}

const mimeType = 'application/gzip';
/** Of one call at most. */
const mostAtOnce = 32;

export const createTarballKeeper = () => new InTurn<Row, boolean>(keepAll, mostAtOnce, wasRolledBack);
const keeping = () => currentPlatform().formats.npm.tarballKeeper;

interface Row {
  given: GivenTarball;
  file: ServedFile;
  cause: ReturnType<typeof keepCause>;
}

/** As it is served from now on. */
export function servedTarball({ repository, name, version, blob }: GivenTarball): ServedFile {
  const { sha256, sha1, md5, size } = blob;
  const path = tarballPath(name, version);
  return { repo: repository.key, path, sha256, sha1, md5, size, mimeType, modified: new Date() };
}

/** Makes it a file of the cache, together with others that come at the same time; throws `HttpError` 409 where there is no place for it. */
export async function keepTarball(given: GivenTarball, file: ServedFile): Promise<ServedFile> {
  if (await keeping().add({ given, file, cause: keepCause() })) return file;
  throw await refusal(file.repo, file.path, (await findFile(file.repo, file.path)) !== undefined);
}

const statement = {
  name: 'cache-npm-tarballs',
  text: 'SELECT cache_npm_tarballs($1::json) AS places',
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

import { text } from 'node:stream/consumers';
import { bytesOfBlob } from '../../../archives/ArchiveBytes.ts';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { currentPlatform } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../../files/files.ts';
import type { Arriving, FetchOptions } from '../../../plainFiles/remote/fetchFile.ts';
import { fromCache, remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { CountedCache } from '../../../platform/CountedCache.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { blobs } from '../../../storage/storage.ts';
import { describeCachedCrate } from '../indexCrate.ts';
import { cratePath, indexPath } from '../names.ts';
import { type CrateContents, readCrate } from '../publish/readCrate.ts';
import { type IndexEntry, readEntry } from '../sparse/IndexEntry.ts';
import { downloadAddress, upstreamAddress } from './upstreamConfig.ts';

/** Maximum size of a crate's index file in bytes. */
const maxIndexBytes = 32 * 1024 * 1024;
const maxCrateBytes = 512 * 1024 ** 2;
export const createCrateIndexes = () => new CountedCache<IndexEntry[]>({ maxSize: 32 * 1024 * 1024 });
const indexCache = () => currentPlatform().formats.crateIndexes;

/**
 * The upstream's index entries for a crate, refreshed or cached; undefined if the upstream does not
 * know the name. Throws `UpstreamError`.
 */
export async function upstreamEntries(
  repository: Repository,
  lowerName: string,
): Promise<IndexEntry[] | undefined> {
  const path = indexPath(lowerName);
  const found = await remoteFile(repository, `.cargo/index/${path}`, {
    url: upstreamAddress(repository, path),
    aside: true,
    headers: { accept: 'text/plain, */*;q=0.5' },
    limit: maxIndexBytes,
    inspect: async ({ sha256, size }) => {
      await entries(sha256, size, lowerName);
      return async () => undefined;
    },
  });
  if (!found) return undefined;
  if ('passing' in found) found.passing?.destroy();
  const { sha256, size } = 'stored' in found ? await found.stored : found;
  return entries(sha256, size, lowerName);
}

/** Skips invalid lines like Cargo does. Throws if no line is valid. */
async function entries(sha256: string, size: number, lowerName: string): Promise<IndexEntry[]> {
  const key = `${sha256} ${lowerName}`;
  const known = indexCache().get(key);
  if (known) return known;
  const lines = (await text(await blobs().open(sha256))).split('\n').filter((line) => line.trim() !== '');
  const all = lines.flatMap((line) => readEntry(line, lowerName) ?? []);
  if (all.length === 0)
    throw new HttpError(400, 'BAD_INDEX', `an index file without a valid line for crate ${lowerName}`);
  indexCache().set(key, all, { size: size * 2 + 500 });
  return all;
}

/**
 * A crate's file from a remote repository; once cached, it is never fetched again. Undefined if the
 * upstream does not have the version. Throws `UpstreamError`, also if the bytes do not match the
 * checksum in the index.
 */
export async function upstreamCrate(
  repository: Repository,
  name: string,
  version: string,
): Promise<FileRow | Arriving | undefined> {
  const kept = await findFile(repository.key, cratePath(name, version));
  if (kept) return fromCache(kept);
  const all = await upstreamEntries(repository, name.toLowerCase());
  const entry = all?.find(({ vers }) => vers === version);
  if (!entry) return undefined;
  const sha256 = entry.cksum.toLowerCase();
  return remoteFile(repository, cratePath(entry.name, version), {
    url: await downloadAddress(repository, { name: entry.name, version, sha256 }),
    checksums: { sha256 },
    limit: maxCrateBytes,
    immutable: true,
    inspect: (blob) => describing(entry, blob),
  });
}

/** An old crate may violate current rules. It is served anyway, with less metadata. */
async function describing(entry: IndexEntry, blob: BlobInfo): Promise<FetchOptions['index']> {
  const contents = await readCrate(bytesOfBlob(blob), entry.name, entry.vers).catch(
    (error: unknown): CrateContents => {
      if (error instanceof HttpError) return { keywords: [] };
      throw error;
    },
  );
  const deps = entry.deps.filter((each) => typeof each === 'object' && each !== null);
  return (file) => describeCachedCrate(file, { entry: { ...entry, deps }, contents });
}

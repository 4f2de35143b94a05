import type { Readable } from 'node:stream';
import { HttpError } from '../../../http/errors.ts';
import type { OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../../outgoing/OutgoingError.ts';
import type { BlobInfo } from '../../../storage/blobs/BlobStore.ts';
import { query } from '../../../storage/db.ts';
import { perStorage } from '../../../storage/perStorage.ts';
import { type FileRow, findFile, refusal } from '../../files/files.ts';
import { foldersOf } from '../../files/paths.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { remoteOptions } from '../../upstream/remoteOptions.ts';
import { Spill } from '../../upstream/Spill.ts';
import { upstreamError, upstreamNonsense } from '../../upstream/UpstreamError.ts';
import { integrityFault } from '../integrity.ts';
import { tarballFile, tarballPath } from '../names.ts';
import type { Head } from '../packument/heads.ts';
import { receiveTarball } from '../publish/receiveTarball.ts';
import { tarballLimit } from '../publish/stageTarball.ts';
import { type FoundDist, findDist } from './findDist.ts';
import { wakeIndexer } from './indexQueue.ts';
import { askUpstream } from './upstream.ts';

/** A tarball that is being cached. */
export interface Arriving {
  file: string;
  /** Of the whole, where the upstream says it. */
  size?: number;
  /** The bytes as they pass, for the one who asked first; its end comes once they are known to be right. */
  passing?: Readable;
  /** The file, once it is cached; rejects with `UpstreamError` when it could not be. */
  stored: Promise<FileRow>;
}

const underWay = perStorage(() => new Map<string, Promise<Arriving | undefined>>());

/**
 * Fetches a version's tarball from the upstream into the cache, once for all who ask meanwhile; undefined when the
 * upstream has no such version. Throws `UpstreamError`.
 */
export async function fetchTarball(
  repository: Repository,
  name: string,
  file: string,
  head: Head | undefined,
): Promise<Arriving | undefined> {
  if (remoteOptions(repository).offline) return undefined;
  const flights = underWay();
  const id = `${repository.key}/${name}/-/${file}`;
  const known = flights.get(id);
  if (known) {
    const arriving = await known;
    // Its bytes have one reader; everyone else waits for the whole.
    return arriving && { file: arriving.file, stored: arriving.stored };
  }
  const flight = begin(repository, name, file, head);
  flights.set(id, flight);
  const land = () => flights.delete(id);
  flight.then((arriving) => (arriving ? arriving.stored.then(land, land) : land()), land);
  return flight;
}

async function begin(
  repository: Repository,
  name: string,
  file: string,
  head: Head | undefined,
): Promise<Arriving | undefined> {
  const found = await findDist(repository, name, file, head);
  if (!found) return undefined;
  const { version } = found;
  // An unusual name stands for a version that may be here under its usual one.
  const path = tarballPath(name, version);
  const cached = file === tarballFile(name, version) ? undefined : await findFile(repository.key, path);
  if (cached) return { file, stored: Promise.resolve(cached) };
  const answer = await askForTarball(repository, name, found);
  if (!answer) return undefined;
  const spill = new Spill(answer.body as AsyncIterable<Uint8Array>);
  const stored = store(repository, name, found, spill, answer.body);
  stored.catch(() => undefined);
  const length = Number(answer.headers['content-length']);
  return { file, passing: spill.readable, stored, ...(length > 0 ? { size: length } : {}) };
}

/** Where the packument says it is, else where upstreams usually have it: not every address in a packument can be reached. */
async function askForTarball(
  repository: Repository,
  name: string,
  { version, dist }: FoundDist,
): Promise<OutgoingResponse | undefined> {
  const usual = tarballPath(name, version);
  const addresses = dist.url === undefined ? [usual] : [dist.url, usual];
  let missing = false;
  let failure: unknown;
  for (const address of addresses) {
    try {
      const answer = await askUpstream(repository, address, {
        limit: tarballLimit,
        headers: { accept: 'application/octet-stream, */*', 'accept-encoding': 'identity' },
      });
      if (answer.status === 200) return answer;
      answer.discard();
      if (answer.status === 404 || answer.status === 410) missing = true;
      else failure ??= upstreamNonsense(repository, `status ${answer.status}`);
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure && !missing) throw failure;
  return undefined;
}

async function store(
  repository: Repository,
  name: string,
  { version, dist }: FoundDist,
  spill: Spill,
  source: Readable,
): Promise<FileRow> {
  const { key } = repository;
  try {
    const received = await receiveTarball(spill);
    const fault = integrityFault(dist, received.blob);
    if (fault) throw upstreamNonsense(repository, `a tarball that does not hold: ${fault}`);
    const { confirm } = await received.keep();
    const stored = await cacheFile(key, name, version, received.blob);
    await confirm();
    spill.finish();
    wakeIndexer();
    return stored;
  } catch (error) {
    source.destroy();
    const failure =
      error instanceof OutgoingError || !(error instanceof HttpError)
        ? upstreamFailure(error, repository)
        : error;
    spill.fail(failure);
    throw failure;
  }
}

const cache = {
  name: 'cache-npm-tarball',
  text: `SELECT FROM cache_npm_tarball($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

async function cacheFile(repo: string, name: string, version: string, blob: BlobInfo): Promise<FileRow> {
  const path = tarballPath(name, version);
  const { sha256, sha1, md5, sha512 = null, size } = blob;
  await query(cache, [
    repo,
    name,
    version,
    path,
    foldersOf(path),
    'application/gzip',
    sha256,
    sha1,
    md5,
    sha512,
    size,
  ]);
  const file = await findFile(repo, path);
  if (file?.sha256 === sha256) return file;
  throw await refusal(repo, path, Boolean(file));
}

/** What broke the stream came from the upstream; anything else is a fault of ours and stays what it is. */
function upstreamFailure(error: unknown, repository: Repository): Error {
  const ours = !(error instanceof Error) || !('code' in error || error instanceof OutgoingError);
  return ours ? (error as Error) : upstreamError(error, repository);
}

import type { Readable } from 'node:stream';
import { Hashes } from '../../../blobs/hashes.ts';
import { isNoSpace } from '../../../blobs/space/NoSpaceLeft.ts';
import { currentPlatform } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { findFile, type ServedFile } from '../../../files/files.ts';
import type { OutgoingResponse } from '../../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../../outgoing/OutgoingError.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { flightOf } from '../../../repositories/upstream/flightOf.ts';
import { remoteOptions } from '../../../repositories/upstream/remoteOptions.ts';
import { Spill } from '../../../repositories/upstream/Spill.ts';
import { upstreamError, upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { integrityFault } from '../integrity.ts';
import { tarballFile, tarballPath } from '../names.ts';
import { tarballLimit } from '../tarball.ts';
import { type FoundDist, findDist } from './findDist.ts';
import { logFailure } from './indexQueue.ts';
import { keepTarball, servedTarball } from './keepTarballs.ts';
import { rememberTarballTime } from './publishTimes.ts';
import { receiveTarball } from './receiveTarball.ts';
import { askUpstream } from './upstream.ts';

/**
 * A tarball up to this many bytes is verified before it is sent, so that an error can still be
 * reported with a message.
 */
export const smallTarball = 256 * 1024;

/** A tarball that is being cached. */
export interface Arriving {
  file: string;
  /** Total size, if the upstream sends it. */
  size?: number;
  /** The bytes as they arrive, for the first caller. The stream ends only after verification. */
  passing?: Readable;
  /**
   * Called when another caller waits for the complete file: the reader of `passing` can then delay
   * it only briefly.
   */
  hurry?(): void;
  /** The complete, verified content of a small tarball that is being stored. */
  whole?: { file: ServedFile; content: Buffer };
  /** The file, after it is cached; rejects with `UpstreamError` on failure. */
  stored: Promise<ServedFile>;
}

export const createFetches = () => new Map<string, Promise<Arriving | undefined>>();
const inProgress = () => currentPlatform().formats.npm.fetches;

/**
 * Fetches a version's tarball from the upstream into the cache, once for all concurrent callers.
 * Undefined if the upstream does not have the version. Throws `UpstreamError`.
 */
export async function fetchTarball(
  repository: Repository,
  name: string,
  file: string,
): Promise<Arriving | undefined> {
  if (remoteOptions(repository).offline) return undefined;
  const flights = inProgress();
  const id = flightOf(repository, `${name}/-/${file}`);
  const known = flights.get(id);
  if (known) return shared(known);
  const flight = begin(repository, name, file);
  flights.set(id, flight);
  const land = () => flights.delete(id);
  flight.then((arriving) => (arriving ? arriving.stored.then(land, land) : land()), land);
  return flight;
}

/** `passing` has a single reader; all other callers wait for the complete file. */
async function shared(flight: Promise<Arriving | undefined>): Promise<Arriving | undefined> {
  const arriving = await flight;
  if (!arriving) return undefined;
  const { passing: _passing, hurry, ...rest } = arriving;
  hurry?.();
  return rest;
}

async function begin(repository: Repository, name: string, file: string): Promise<Arriving | undefined> {
  const found = await findDist(repository, name, file);
  if (!found) return undefined;
  const { version } = found;
  // A nonstandard file name can identify a version that is cached, or being fetched, under its
  // standard name.
  const usual = tarballFile(name, version);
  if (file !== usual) {
    const flight = inProgress().get(flightOf(repository, `${name}/-/${usual}`));
    if (flight) return shared(flight);
    const cached = await findFile(repository.key, tarballPath(name, version));
    if (cached && !blobs().isDamaged(cached.sha256)) return { file, stored: Promise.resolve(cached) };
  }
  const answer = await askForTarball(repository, name, found);
  if (!answer) return undefined;
  rememberTarballTime(repository.key, name, version, answer.headers['last-modified']);
  const length = Number(answer.headers['content-length']);
  if (length > 0 && length <= smallTarball) return takeWhole(repository, name, found, answer);
  const spill = new Spill(answer.body as AsyncIterable<Uint8Array>);
  const stored = store(repository, name, found, spill, answer.body);
  stored.catch(() => undefined);
  const hurry = () => spill.hurry();
  return { file, passing: spill.readable, hurry, stored, ...(length > 0 ? { size: length } : {}) };
}

/**
 * Requests the URL in the packument, then the usual URL, because not every URL in a packument is
 * reachable.
 */
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

/**
 * Small tarballs: the caller does not wait for storage, because a lost copy can be fetched again.
 */
async function takeWhole(
  repository: Repository,
  name: string,
  { version, dist }: FoundDist,
  answer: OutgoingResponse,
): Promise<Arriving> {
  let content: Buffer;
  try {
    content = await answer.bytes();
  } catch (error) {
    throw upstreamFailure(error, repository);
  }
  const blob = new Hashes({ sha512: true }).update(content).info();
  const fault = integrityFault(dist, blob);
  if (fault) throw upstreamNonsense(repository, `an invalid tarball: ${fault}`);
  const given = { repository, name, version, blob, keep: () => blobs().write(content, blob.sha256) };
  const file = servedTarball(given);
  const stored = keepTarball(given, file);
  stored.catch(logFailure(`Failed to cache ${name}@${version} of ${repository.key}`));
  return { file: tarballFile(name, version), size: content.length, whole: { file, content }, stored };
}

async function store(
  repository: Repository,
  name: string,
  { version, dist }: FoundDist,
  spill: Spill,
  source: Readable,
): Promise<ServedFile> {
  try {
    const received = await receiveTarball(spill);
    const fault = integrityFault(dist, received.blob);
    if (fault) throw upstreamNonsense(repository, `an invalid tarball: ${fault}`);
    const { blob, keep } = received;
    const given = { repository, name, version, blob, keep };
    const stored = await keepTarball(given, servedTarball(given));
    spill.finish((start) => blobs().open(blob.sha256, { start, end: blob.size - 1 }));
    return stored;
  } catch (error) {
    // A body that was not read yet emits an error event when it is aborted.
    source.on('error', () => undefined).destroy();
    const failure =
      error instanceof OutgoingError || !(error instanceof HttpError) || isNoSpace(error)
        ? upstreamFailure(error, repository)
        : error;
    spill.fail(failure);
    throw failure;
  }
}

/** Stream errors are caused by the upstream; other errors are internal and remain unchanged. */
function upstreamFailure(error: unknown, repository: Repository): Error {
  if (isNoSpace(error)) return upstreamError(error, repository);
  const ours = !(error instanceof Error) || !('code' in error || error instanceof OutgoingError);
  return ours ? (error as Error) : upstreamError(error, repository);
}

import type { Readable } from 'node:stream';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { isNoSpace } from '../../blobs/space/NoSpaceLeft.ts';
import { currentPlatform, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { FileRow } from '../../files/files.ts';
import type { OutgoingRequest, OutgoingResponse } from '../../outgoing/OutgoingClient.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { type ArrivedFile, formatOf } from '../../pipeline/Format.ts';
import { holdUpstream } from '../../repositories/removal.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { flightOf } from '../../repositories/upstream/flightOf.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { Spill } from '../../repositories/upstream/Spill.ts';
import { upstreamError, upstreamNonsense } from '../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../storage/storage.ts';
import { type Checksums, checkChecksums, checksumsOf } from '../checksums.ts';
import { putKept } from './asideFiles.ts';
import { keepChecked, keepValidators, type Validators } from './upstreamFiles.ts';

/** The largest file that is cached, in bytes. */
const largestFile = 16 * 1024 ** 3;

/** A file that is being cached. */
export interface Arriving {
  path: string;
  /** Of the whole, where the upstream says it. */
  size?: number;
  /** The bytes as they pass, for the one who asked first; its end comes once they are stored. */
  passing?: Readable;
  /** Somebody else waits for the whole: who reads the bytes as they pass is not to hold it up for long. */
  hurry?(): void;
  /** The file, once it is cached; rejects with `UpstreamError` when it could not be. */
  stored: Promise<FileRow>;
}

/** `unchanged`: what is here is what the upstream has, or had. */
export type Outcome = Arriving | 'unchanged' | 'missing';

export interface FetchOptions {
  /** Where the upstream has the file; below its own address when absent. */
  url?: URL;
  /** Asks the upstream, for protocols that sign in there; plainly when absent. Throws `UpstreamError`. */
  request?(url: URL, request: OutgoingRequest): Promise<OutgoingResponse>;
  /** What the upstream's index says of the bytes: others are refused. Hexadecimal in lower case. */
  checksums?: Checksums;
  /** In the transaction that stores the file, in place of what its format does with a plain file. */
  index?(file: FileRow): Promise<void>;
  /** Sent beside those that are always sent, or in their place: what an index is to answer with. */
  headers?: Readonly<Record<string, string>>;
  /** Bytes at most, where the usual limit is too generous: an index is held in memory. */
  limit?: number;
  /**
   * Looks into what has arrived, before the transaction begins; `from`: where it came from, after redirects. Gives what is done in place
   * of `index`; throws `HttpError` 400 for what does not hold, which is the upstream's fault.
   */
  inspect?(blob: BlobInfo, from: string): Promise<FetchOptions['index']>;
}

export const createFetches = () => new Map<string, Promise<Outcome>>();
const underWay = () => currentPlatform().plainFiles.fetches;

/**
 * Fetches a file from the upstream into the cache, once for all who ask meanwhile. `kept`: what tells whether the one that is here
 * has changed. Throws `UpstreamError`.
 */
export async function fetchFile(
  repository: Repository,
  path: string,
  kept?: Validators,
  options: FetchOptions = {},
): Promise<Outcome> {
  const flights = underWay();
  const id = flightOf(repository, path);
  const known = flights.get(id);
  if (known) {
    const outcome = await known;
    if (typeof outcome === 'string') return outcome;
    // Its bytes have one reader; everyone else waits for the whole.
    outcome.hurry?.();
    return { path, stored: outcome.stored };
  }
  const flight = begin(repository, path, kept, options);
  flights.set(id, flight);
  const land = () => flights.delete(id);
  flight.then((outcome) => (typeof outcome === 'string' ? land() : outcome.stored.then(land, land)), land);
  return flight;
}

async function begin(
  repository: Repository,
  path: string,
  kept: Validators | undefined,
  options: FetchOptions,
): Promise<Outcome> {
  const url = options.url ?? addressOf(repository, path);
  const ask = options.request ?? ((at, request) => requestUpstream(repository, at, request));
  const answer = await ask(url, {
    limit: options.limit ?? largestFile,
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...options.headers, ...conditions(kept) },
  });
  if (answer.status !== 200) {
    answer.discard();
    if (answer.status === 304 && kept) return unchanged(repository, path);
    // What the upstream has removed stays here: its removal there is no reason to break builds.
    if (answer.status === 404 || answer.status === 410) return kept ? unchanged(repository, path) : 'missing';
    throw upstreamNonsense(repository, `status ${answer.status}`);
  }
  // A folder's listing is no file, unless it is what was asked for.
  if (!options.url && new URL(answer.url).pathname.endsWith('/')) {
    answer.discard();
    return 'missing';
  }
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    answer.discard();
    throw upstreamNonsense(
      repository,
      `a body with the content encoding ${String(encoding).slice(0, 40)}, which was not requested`,
    );
  }
  const spill = new Spill(answer.body as AsyncIterable<Uint8Array>);
  const stored = store(repository, path, spill, answer, options);
  stored.catch(() => undefined);
  const length = Number(answer.headers['content-length']);
  const hurry = () => spill.hurry();
  return { path, passing: spill.readable, hurry, stored, ...(length > 0 ? { size: length } : {}) };
}

async function unchanged({ key }: Repository, path: string): Promise<'unchanged'> {
  await keepChecked(key, path);
  return 'unchanged';
}

async function store(
  repository: Repository,
  path: string,
  spill: Spill,
  answer: OutgoingResponse,
  { checksums, index, inspect }: FetchOptions,
): Promise<FileRow> {
  const { key } = repository;
  try {
    const blob = await blobs().put(spill, { limit: largestFile });
    const fault = checksumFault(answer, blob, checksums);
    if (fault) throw upstreamNonsense(repository, `an invalid file: ${fault}`);
    const unchecked = !Object.keys({ ...checksumsOf(answer.headers), ...checksums }).length;
    const arrived = { repository, path, blob, unchecked };
    const indexed = index ?? (await indexerOf(arrived, () => inspect?.(blob, answer.url)));
    const file = await transaction(async () => {
      await holdUpstream(repository);
      const row = await putKept(key, path, blob);
      await keepValidators(key, path, validatorsOf(answer));
      await indexed?.(row);
      return row;
    });
    spill.finish((start) => blobs().open(blob.sha256, { start, end: blob.size - 1 }));
    return file;
  } catch (error) {
    // A body that was not read yet reports that it was aborted.
    answer.body.on('error', () => undefined).destroy();
    const failure = fromUpstream(error) ? upstreamError(error, repository) : (error as Error);
    spill.fail(failure);
    throw failure;
  }
}

/** What its format does with the file; an upstream's file that does not hold is the upstream's fault. */
async function indexerOf(
  arrived: ArrivedFile,
  inspect: () => Promise<FetchOptions['index']> | undefined,
): Promise<FetchOptions['index']> {
  const { repository } = arrived;
  const plainFiles = formatOf(repository.packageType)?.plainFiles;
  try {
    const own = await inspect();
    return own ?? (await plainFiles?.inspect?.(arrived)) ?? plainFiles?.index;
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    throw upstreamNonsense(repository, `an invalid file: ${error.message}`);
  }
}

/** Upstreams of our own kind say what they send. */
function checksumFault(
  { headers }: OutgoingResponse,
  blob: Parameters<typeof checkChecksums>[0],
  known: Checksums = {},
): string | undefined {
  try {
    checkChecksums(blob, { ...checksumsOf(headers), ...known });
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return error.message;
    throw error;
  }
}

/** What broke the stream came from the upstream, or the file could not be cached; anything else is a fault of ours and stays what it is. */
function fromUpstream(error: unknown): boolean {
  if (isNoSpace(error)) return true;
  if (error instanceof HttpError) return false;
  return error instanceof OutgoingError || (error instanceof Error && 'code' in error);
}

function conditions({ etag, lastModified }: Validators = {}): Record<string, string> {
  if (etag) return { 'if-none-match': etag };
  return lastModified ? { 'if-modified-since': lastModified } : {};
}

function validatorsOf({ headers }: OutgoingResponse): Validators {
  const { etag, 'last-modified': lastModified } = headers;
  return {
    ...(typeof etag === 'string' ? { etag } : {}),
    ...(typeof lastModified === 'string' ? { lastModified } : {}),
  };
}

/** Below the upstream's address: each part of the path escaped, so that it stays one. */
export function addressOf(repository: Repository, path: string): URL {
  const { key, url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense({ ...repository, key }, 'no response: no URL is configured');
  const address = new URL(url);
  const base = address.pathname.endsWith('/') ? address.pathname : `${address.pathname}/`;
  address.pathname = base + path.split('/').map(encodeURIComponent).join('/');
  return address;
}

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
import { remoteOptions } from '../../repositories/upstream/remoteOptions.ts';
import { requestUpstream } from '../../repositories/upstream/requestUpstream.ts';
import { Spill } from '../../repositories/upstream/Spill.ts';
import { upstreamError, upstreamNonsense } from '../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../storage/storage.ts';
import { type Checksums, checkChecksums, checksumsOf } from '../checksums.ts';
import { isAside, passingFile, putKept } from './asideFiles.ts';
import { keepChecked, keepValidators, type Validators } from './upstreamFiles.ts';

/** Maximum bytes of a cached file. */
const maxFileBytes = 16 * 1024 ** 3;

/** A download in progress. */
export interface Arriving {
  path: string;
  /** Total bytes, if the upstream reports them. */
  size?: number;
  /** The bytes as they arrive, for the first client only. Ends once the file is stored. */
  passing?: Readable;
  /**
   * Signals that another client waits for the complete file: the reader of `passing` must not delay
   * it for long.
   */
  hurry?(): void;
  /** The cached file; rejects with `UpstreamError` on failure. */
  stored: Promise<FileRow>;
}

/** `unchanged`: the cached file is current. */
export type Outcome = Arriving | 'unchanged' | 'missing';

export interface FetchOptions {
  /** Upstream URL of the file. Default: its path below the upstream's own URL. */
  url?: URL;
  /**
   * Sends the upstream request, for protocols with their own authentication. Throws
   * `UpstreamError`.
   */
  request?(url: URL, request: OutgoingRequest): Promise<OutgoingResponse>;
  /**
   * Expected checksums from the upstream's index, lowercase hexadecimal. Other content is rejected.
   */
  checksums?: Checksums;
  /**
   * Runs in the transaction that stores the file, instead of the format's indexing of plain files.
   */
  index?(file: FileRow): Promise<void>;
  /**
   * Additional headers. They override the default headers: the media type of an index, for example.
   */
  headers?: Readonly<Record<string, string>>;
  /** Maximum bytes, if lower than the default: an index is held in memory. */
  limit?: number;
  /**
   * Inspects the downloaded content before the transaction begins. `from`: its final URL after
   * redirects. Returns the function to run instead of `index`. Throws `HttpError` 400 for invalid
   * content, which is reported as an upstream failure.
   */
  inspect?(blob: BlobInfo, from: string): Promise<FetchOptions['index']>;
}

export const createFetches = () => new Map<string, Promise<Outcome>>();
const underWay = () => currentPlatform().plainFiles.fetches;

/**
 * Downloads a file into the cache, once for all concurrent requests. `kept`: validators of the
 * cached file. Throws `UpstreamError`.
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
    // The stream has one reader; all other clients wait for the complete file.
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
    limit: options.limit ?? maxFileBytes,
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...options.headers, ...conditions(kept) },
  });
  if (answer.status !== 200) {
    answer.discard();
    if (answer.status === 304 && kept) return unchanged(repository, path);
    // Files deleted by the upstream stay in the cache: builds must not break.
    if (answer.status === 404 || answer.status === 410) return kept ? unchanged(repository, path) : 'missing';
    throw upstreamNonsense(repository, `status ${answer.status}`);
  }
  // A directory listing is not a file, unless it was requested.
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
  if (isUnexpectedPage(repository, path, answer)) {
    answer.discard();
    throw upstreamNonsense(repository, `an HTML page instead of ${path.split('/').at(-1)}`);
  }
  const spill = new Spill(answer.body as AsyncIterable<Uint8Array>);
  const stored = store(repository, path, spill, answer, options);
  stored.catch(() => undefined);
  const length = Number(answer.headers['content-length']);
  const hurry = () => spill.hurry();
  return { path, passing: spill.readable, hurry, stored, ...(length > 0 ? { size: length } : {}) };
}

/** Whether the body is an HTML page, such as a sign-in form, in place of another file. */
function isUnexpectedPage(repository: Repository, path: string, { headers }: OutgoingResponse): boolean {
  if (!remoteOptions(repository).blocksHtml || isAside(path)) return false;
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  return /^(?:text\/html|application\/xhtml\+xml)$/i.test(type.trim()) && !/\.x?html?$/i.test(path);
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
    const blob = await blobs().put(spill, { limit: maxFileBytes });
    const fault = checksumFault(answer, blob, checksums);
    if (fault) throw upstreamNonsense(repository, `an invalid file: ${fault}`);
    const unchecked = !Object.keys({ ...checksumsOf(answer.headers), ...checksums }).length;
    const arrived = { repository, path, blob, unchecked };
    const indexed = index ?? (await indexerOf(arrived, () => inspect?.(blob, answer.url)));
    const file =
      remoteOptions(repository).storesLocally || isAside(path)
        ? await transaction(async () => {
            await holdUpstream(repository);
            const row = await putKept(key, path, blob);
            await keepValidators(key, path, validatorsOf(answer));
            await indexed?.(row);
            return row;
          })
        : await passingFile(key, path, blob);
    spill.finish((start) => blobs().open(blob.sha256, { start, end: blob.size - 1 }));
    return file;
  } catch (error) {
    // Unread bodies emit an error when destroyed.
    answer.body.on('error', () => undefined).destroy();
    const failure = fromUpstream(error) ? upstreamError(error, repository) : (error as Error);
    spill.fail(failure);
    throw failure;
  }
}

/**
 * Returns the indexing function of the format. Invalid content is reported as an upstream failure.
 */
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

/** Compares with the checksum headers of upstreams with the same API. */
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

/** Whether a stream error is of the upstream or of the cache storage. Other errors are internal. */
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

/** Returns the URL of a path below the upstream's URL. Escapes each segment of the path. */
export function addressOf(repository: Repository, path: string): URL {
  const { key, url = '' } = repository;
  if (!URL.canParse(url)) throw upstreamNonsense({ ...repository, key }, 'no response: no URL is configured');
  const address = new URL(url);
  const base = address.pathname.endsWith('/') ? address.pathname : `${address.pathname}/`;
  address.pathname = base + path.split('/').map(encodeURIComponent).join('/');
  return address;
}

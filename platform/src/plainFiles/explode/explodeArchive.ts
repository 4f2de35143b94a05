import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/Caller.ts';
import { callerOf } from '../../access/gateway.ts';
import type { BlobInfo } from '../../blobs/BlobStore.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Address } from '../../files/address.ts';
import { checkPath, foldersOf } from '../../files/paths.ts';
import type { Properties } from '../../files/properties.ts';
import { bytesOf } from '../../http/wholeBody.ts';
import { plainFilesOf } from '../../pipeline/Format.ts';
import { inspectPlainFile } from '../../pipeline/plainFile.ts';
import { type Publication, store } from '../../pipeline/publish.ts';
import { keptBlob, type Received, receive as receiveBytes } from '../../pipeline/receive.ts';
import { authorizeWrite } from '../../pipeline/writeTarget.ts';
import type { Repository } from '../../repositories/repositories.ts';
import { blobs } from '../../storage/storage.ts';
import { checkValues } from '../annotate.ts';
import { checkChecksums, checksumsOf } from '../checksums.ts';
import { generatedFilesAt } from '../generatedFiles.ts';
import { openArchive } from './openArchive.ts';

/**
 * Maximum files, and folders that contain them, of an atomic request: the database holds a lock for
 * each, of some 10,000 in total.
 */
const maxAtomic = 2000;

/** A stored file and its path below the folder of the archive. */
export interface Exploded {
  repo: string;
  path: string;
  files: number;
}

/**
 * Whether the body is to be unpacked: `X-Explode-Archive: true`, or `X-Explode-Archive-Atomic:
 * true` for all or nothing.
 */
export function isToBeExploded({ headers }: FastifyRequest): boolean {
  return isTrue(headers['x-explode-archive']) || isTrue(headers['x-explode-archive-atomic']);
}

function isTrue(header: unknown): boolean {
  return String(header).toLowerCase() === 'true';
}

/**
 * Stores the files of the archive in the body as if each had been uploaded, below the folder of the
 * archive's path. Stores neither the archive nor files that the format generates. Throws the errors
 * of uploads, and `HttpError` 400 for an invalid archive. Checks paths, permissions, and limits in
 * advance. Errors found while unpacking (a file that cannot be replaced, is rejected by its format,
 * or is corrupted) stop the request: previous files stay and the message reports their number,
 * unless the request is atomic.
 */
export async function explodeArchive(
  request: FastifyRequest,
  target: Repository,
  { path, properties }: Address,
  limit: number,
): Promise<Exploded> {
  const caller = callerOf(request);
  await authorizeWrite(caller, 'deploy', target, path);
  const checksums = checksumsOf(request.headers);
  const received = await receive(request, limit);
  checkChecksums(received.blob, checksums);
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const archive = await openArchive(path, received.bytes);
  const places = new Map(archive.paths.map((each) => [each, checkPath(folder ? `${folder}/${each}` : each)]));
  for (const [each, place] of places) {
    if (generatedFilesAt(target, place)) places.delete(each);
    else await mayPut(caller, target, place, properties);
  }
  const atomic = isTrue(request.headers['x-explode-archive-atomic']);
  if (atomic) checkAtomic([...places.values()]);
  checkValues(places.size, properties);
  const ready: Ready[] = [];
  let put = 0;
  const unpacking = archive.unpack(
    (each) => places.has(each),
    async ({ path: within, content }) => {
      const blob = await blobs().put(once(content));
      const place = places.get(within) ?? within;
      const publication = await inspectPlainFile(caller, target, place, blob, { properties });
      if (atomic) {
        ready.push({ publication, blob });
        return;
      }
      await storeAll([{ publication, blob }]);
      put += 1;
    },
  );
  await unpacking.catch((error) => {
    throw withStoredCount(error, put, places.size);
  });
  if (atomic) await storeAll(ready);
  return { repo: target.key, path: `/${folder}`, files: places.size };
}

async function receive(request: FastifyRequest, limit: number): Promise<Received> {
  const tooLarge = () => new HttpError(413, 'TOO_LARGE', `The archive exceeds the limit of ${limit} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  try {
    return await receiveBytes(bytesOf(request), limit);
  } catch (error) {
    if (error instanceof HttpError && error.status === 413) throw tooLarge();
    if (error instanceof HttpError) throw error;
    // A complete body is also destroyed when a later step fails.
    if (request.raw.destroyed && !request.raw.complete)
      throw new HttpError(400, 'BROKEN_OFF', 'The upload was aborted. Nothing was stored.');
    throw error;
  }
}

/** Adds the number of files stored so far to an error. */
function withStoredCount(error: unknown, put: number, all: number): unknown {
  if (!put || !(error instanceof HttpError)) return error;
  const { status, code, message, detail, headers } = error;
  const said = `${message}. ${put} of ${all} files were stored before the error`;
  return new HttpError(status, code, said, detail, headers, { cause: error });
}

function checkAtomic(paths: readonly string[]): void {
  const refused = (fault: string) =>
    new HttpError(
      400,
      'TOO_MANY',
      `The archive cannot be unpacked atomically: ${fault}, and the maximum is ${maxAtomic}. Unpack it with X-Explode-Archive only, or split it.`,
    );
  if (paths.length > maxAtomic) throw refused(`it contains ${paths.length} files`);
  const folders = new Set<string>();
  for (const path of paths) {
    for (const folder of foldersOf(path)) folders.add(folder);
    if (folders.size > maxAtomic) throw refused(`its files are in more than ${maxAtomic} folders`);
  }
}

async function mayPut(
  caller: Caller,
  target: Repository,
  path: string,
  properties: Properties,
): Promise<void> {
  plainFilesOf(target.packageType).check?.(path);
  await authorizeWrite(caller, 'deploy', target, path);
  if (Object.keys(properties).length) await authorizeWrite(caller, 'annotate', target, path);
}

/** An unpacked file that its format has accepted. */
interface Ready {
  publication: Publication;
  blob: BlobInfo;
}

async function storeAll(files: readonly Ready[]): Promise<void> {
  await transaction(async () => {
    for (const { publication, blob } of files) await store(publication, keptBlob(blob));
  });
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

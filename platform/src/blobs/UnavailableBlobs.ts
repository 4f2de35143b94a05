import { HttpError } from '../errors/HttpError.ts';

/**
 * The blob directory or object store is missing, a different one, or does not respond: 503 with
 * code `STORAGE_UNAVAILABLE`. The cause is only logged.
 */
export class UnavailableBlobs extends HttpError {
  constructor(cause: unknown) {
    const message =
      'The blob store of the server is not available. Try again later, or contact an administrator.';
    super(503, 'STORAGE_UNAVAILABLE', message, undefined, { 'retry-after': '30' }, { cause });
  }
}

/**
 * Errors of an unavailable file system, such as a network share that is not mounted or not
 * reachable.
 */
const codes = new Set([
  'EACCES',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EIO',
  'ENODEV',
  'ENOENT',
  'ENOTCONN',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
  'EROFS',
  'ESHUTDOWN',
  'ESTALE',
  'ETIMEDOUT',
]);

/** Whether an error of a file operation may mean that the blob directory is unavailable. */
export function mayBeUnavailable(error: unknown): boolean {
  return codes.has(`${(error as NodeJS.ErrnoException | undefined)?.code}`);
}

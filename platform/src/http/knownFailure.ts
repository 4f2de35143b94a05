import { isNoSpace, NoSpaceLeft } from '../blobs/space/NoSpaceLeft.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { HttpError } from '../errors/HttpError.ts';
import { currentStorage } from '../storage/storage.ts';

/**
 * Returns the response to an error with its own status: an `HttpError`, a full disk, or an
 * unavailable database. Returns `undefined` for all others.
 */
export function knownFailure(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (isNoSpace(error)) {
    currentStorage().space.noteFull();
    return new NoSpaceLeft(error);
  }
  if (!isUnavailable(error)) return undefined;
  if (currentStorage().space.full) return new NoSpaceLeft(error);
  const message = 'The database did not respond in time. Try again in a moment.';
  return new HttpError(503, 'UNAVAILABLE', message, undefined, { 'retry-after': '2' });
}

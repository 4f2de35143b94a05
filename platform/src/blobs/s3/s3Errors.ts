import { NoSpaceLeft } from '../space/NoSpaceLeft.ts';
import { UnavailableBlobs } from '../UnavailableBlobs.ts';

/** An object does not exist. */
export class NoObject extends Error {
  override readonly name = 'NoObject';
}

/** An upload in parts does not exist any more: it was completed or aborted. */
export class NoUpload extends UnavailableBlobs {}

/** The object is shorter than the requested range begins. */
export class ShortObject extends UnavailableBlobs {}

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/** Codes with which services report a full disk or a used-up quota. */
const fullCodes = new Set([
  'EntityTooLarge',
  'InsufficientCapacity',
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
]);

/**
 * Converts an error of the client to one of the store: `NoObject`, `NoSpaceLeft`, or
 * `UnavailableBlobs`, whose cause is only logged.
 */
function storeError(error: unknown): Error {
  const { name, $metadata, message } = error as ServiceError;
  if (fullCodes.has(name) || $metadata?.httpStatusCode === 507) return new NoSpaceLeft(error);
  if (['NoSuchKey', 'NotFound'].includes(name)) return new NoObject(message);
  if (name === 'NoSuchUpload') return new NoUpload(error);
  if (name === 'InvalidRange' || $metadata?.httpStatusCode === 416) return new ShortObject(error);
  return new UnavailableBlobs(error);
}

/** Runs calls of the client with converted errors. */
export async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storeError(error);
  }
}

/** Describes why a call failed, for the operator. */
export function reasonOf(error: unknown): string {
  const { name, message } = ((error as Error).cause ?? error) as Error;
  // Some services send only a code, which the client uses as the name.
  return [name, message].filter((text) => !['', 'Error', 'UnknownError'].includes(text)).join(': ');
}

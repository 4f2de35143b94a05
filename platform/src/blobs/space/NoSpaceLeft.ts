import { HttpError } from '../../errors/HttpError.ts';

export const noSpaceMessage = "No space left on the server's disk";

/**
 * Rejects a write because a disk is full, or almost full: 507 with code `NO_SPACE`. The cause is
 * only logged.
 */
export class NoSpaceLeft extends HttpError {
  constructor(cause?: unknown) {
    const options = cause === undefined ? undefined : { cause };
    super(507, 'NO_SPACE', noSpaceMessage, undefined, { 'retry-after': '60' }, options);
  }
}

/** Error codes of file systems, and PostgreSQL's `disk_full`. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an operation failed because a disk, or a quota on it, is full. */
export function isNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoSpaceLeft) return true;
  return codes.has(`${(error as NodeJS.ErrnoException).code}`) || isNoSpace(error.cause);
}

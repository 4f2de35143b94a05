import { isUnavailable } from '../../database/unavailable.ts';

/** Maximum pause in minutes. */
const longest = 60;

/**
 * Whether a failure may be temporary although the file is unchanged: the database timed out, or
 * the operating system could not open the file (too many open files, missing permission, unmounted
 * disk). All other failures are permanent.
 */
export function isTemporary(error: unknown): boolean {
  return isUnavailable(error) || isOfSystem(error);
}

/** Whether the error is of the operating system: only those have a system call. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/**
 * Returns the minutes until the next attempt: none after the first failure, then exponential
 * backoff.
 */
export function pauseAfter(failures: number): number {
  return failures <= 1 ? 0 : Math.min(2 ** (failures - 1), longest);
}

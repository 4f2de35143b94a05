import { isUnavailable } from '../../database/unavailable.ts';

/** The longest pause, in minutes. */
const longest = 60;

/**
 * Whether what failed may go better later though the file stays as it is: the database was not to be reached in time, or the operating
 * system refused the file (too many are open, nobody may read it yet, the disk is away). What else goes wrong goes wrong again.
 */
export function mayPass(error: unknown): boolean {
  return isUnavailable(error) || isOfSystem(error);
}

/** Such errors alone say which call of the operating system was refused. */
export function isOfSystem(error: unknown): boolean {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

/** In minutes, until it is tried again after it has failed so often in a row: in the next round first, then ever later. */
export function pauseAfter(failures: number): number {
  return failures <= 1 ? 0 : Math.min(2 ** (failures - 1), longest);
}

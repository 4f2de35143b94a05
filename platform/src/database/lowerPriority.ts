import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: low } = constants.priority;

/** Lets other processes of this machine run first. `pid` is that of a local database session. */
export function lowerPriority(pid: number): void {
  try {
    if (getPriority(pid) < low) setPriority(pid, low);
  } catch {
    // The database can belong to another user. Its sessions then have the usual priority.
  }
}

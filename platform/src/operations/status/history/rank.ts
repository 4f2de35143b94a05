import type { StatusState } from './changes.ts';

const ranks: Readonly<Record<StatusState, number>> = {
  unknown: 0,
  off: 1,
  ok: 2,
  degraded: 3,
  failed: 4,
  stopped: 5,
  offline: 6,
};

/** Orders states by severity. */
export function rankOf(state: StatusState): number {
  return ranks[state];
}

/** Whether nothing is recorded or configured. */
export function isUnused(state: StatusState): boolean {
  return ranks[state] < ranks.ok;
}

/** Whether the node was not running, so that it saw no dependency. */
export function isAway(state: StatusState): boolean {
  return state === 'unknown' || state === 'offline' || state === 'stopped';
}

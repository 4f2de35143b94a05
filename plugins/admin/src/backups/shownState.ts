import type { BackupRun } from '@lading/contract/rest';

export const SHOWN_STATES = [
  'waiting',
  'running',
  'succeeded',
  'succeededWithErrors',
  'incomplete',
  'failed',
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/**
 * A backup that lacks files can be restored only in part, so it is not shown as completed. A
 * complete one with an error could not delete old backups, which fill the target.
 */
export function shownStateOf({ state, missingBlobs = 0, error }: BackupRun): ShownState {
  if (state !== 'succeeded') return state;
  if (missingBlobs > 0) return 'incomplete';
  return error === undefined ? 'succeeded' : 'succeededWithErrors';
}

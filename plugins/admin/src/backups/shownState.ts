import type { BackupRun } from '@lading/contract/rest';

export const SHOWN_STATES = ['waiting', 'running', 'succeeded', 'incomplete', 'failed'] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** A backup that lacks files can be restored only in part, so it is not shown as completed. */
export function shownStateOf({ state, missingBlobs = 0 }: BackupRun): ShownState {
  return state === 'succeeded' && missingBlobs > 0 ? 'incomplete' : state;
}

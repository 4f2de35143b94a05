import { readSegment, segmentsIn } from './journal.js';

export interface JournaledBlob {
  sha256: string;
  bytes: Uint8Array;
}

/**
 * Reads the journal of a running or crashed server. Its blobs can have files as well. Throws if the
 * directory is missing.
 */
export function* journaledBlobs(journal: string): Generator<JournaledBlob> {
  for (const segment of segmentsIn(journal)) yield* readSegment(segment);
}

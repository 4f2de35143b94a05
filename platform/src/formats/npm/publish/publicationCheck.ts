import type { ArchiveBytes } from '../../../archives/ArchiveBytes.ts';
import { currentPlatform } from '../../../database/db.ts';

/** Throws `HttpError` 4xx for a package that its repository does not accept. */
export type PublicationCheck = (
  repo: string,
  version: { name: string; version: string },
  open: ArchiveBytes['open'],
) => Promise<void>;

/** Check that every npm package must pass before it is stored. */
export interface CheckedPublications {
  check?: PublicationCheck;
}

/** Runs the check of the current platform. */
export async function checkPublication(...publication: Parameters<PublicationCheck>): Promise<void> {
  await currentPlatform().formats.npm.publicationCheck.check?.(...publication);
}

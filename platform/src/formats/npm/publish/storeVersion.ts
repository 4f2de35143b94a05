import { currentPlatform } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import type { KeptBytes } from '../../../pipeline/receive.ts';
import type { NpmPublication } from './npmPublication.ts';

/** Stores versions. It does not return before a version is durable. */
export interface NpmVersionStore {
  /**
   * Stores the version, its file, and its entry in the index, in one transaction, and announces the
   * file. Returns false if the version exists. Throws `HttpError` 403 for a version that was
   * unpublished with other content, and 409 if another file is at its path.
   */
  store(publication: NpmPublication): Promise<boolean>;
}

/**
 * The pipeline's step for npm. Throws `HttpError` 403 if the version exists: of two concurrent
 * publishes, one succeeds.
 */
export async function storeVersion(publication: NpmPublication, kept: KeptBytes): Promise<void> {
  // The transaction is shared with other versions, which would all wait for these bytes.
  await kept.written();
  const versions: NpmVersionStore = currentPlatform().formats.npm.publications;
  if (await versions.store(publication)) return;
  const { repo, name, version } = publication;
  throw new HttpError(
    403,
    'VERSION_EXISTS',
    `You cannot publish over the previously published versions: ${version} of ${name} exists in ${repo}`,
  );
}

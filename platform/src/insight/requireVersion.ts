import { HttpError } from '../errors/HttpError.ts';
import { type PackageKey, packageIdOf } from '../packages/list/packageId.ts';
import type { View } from '../packages/sql/readable.ts';
import { keyOf, type StoredVersion, storedVersions } from './storedVersions.ts';

/** Returns a version that the caller can read; throws `HttpError` 404. */
export async function requireVersion(
  { type, name }: PackageKey,
  version: string,
  view: View,
  repo?: string,
): Promise<StoredVersion> {
  const found = (await storedVersions(type, [{ name, version }], view, repo)).get(keyOf({ name, version }));
  if (found) return found;
  throw new HttpError(
    404,
    'NOT_FOUND',
    `Version ${version.slice(0, 100)} of ${packageIdOf({ type, name }).slice(0, 200)} not found, or you have no permission to read it`,
  );
}

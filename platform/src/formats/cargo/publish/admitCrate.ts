import { HttpError } from '../../../errors/HttpError.ts';
import { findVersion, lockCrate } from '../crateVersions.ts';

/**
 * Locks the crate until the end of the transaction: of two concurrent publishes of a version
 * exactly one succeeds. Throws `HttpError` 409 for a version that exists, and for a name that Cargo
 * treats as the name of another crate.
 */
export async function admitCrate(repo: string, name: string, version: string): Promise<void> {
  // Sent together; the second one runs once the first has the lock.
  const [owned, existing] = await Promise.all([lockCrate(repo, name), findVersion(repo, name, version)]);
  if (owned !== name) throw collides(repo, name, owned);
  if (existing) throw exists(repo, name, version);
}

export function exists(repo: string, name: string, version: string): HttpError {
  return new HttpError(
    409,
    'VERSION_EXISTS',
    `Crate version ${version} of ${name} already exists in ${repo}. Versions are never overwritten. Publish a new version.`,
  );
}

function collides(repo: string, name: string, owned: string): HttpError {
  return new HttpError(
    409,
    'NAME_COLLIDES',
    `${repo} already has the crate ${owned}, which Cargo treats as the same name as ${name}. Publish under ${owned}, or choose another name.`,
  );
}

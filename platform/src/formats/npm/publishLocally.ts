import { createReadStream } from 'node:fs';
import semver from 'semver';
import { HttpError } from '../../errors/HttpError.ts';
import { findFile } from '../../files/files.ts';
import { checkNewName, checkVersion, tarballPath } from './names.ts';
import { checkTarball } from './publish/checkTarball.ts';
import { checkPublication } from './publish/publicationCheck.ts';
import { stageTarball } from './publish/stageTarball.ts';
import { storeVersion } from './publish/storeVersion.ts';
import { readTarball } from './tarball.ts';

export interface PublishedLocally {
  name: string;
  version: string;
  /** Whether the version with these bytes was there before. */
  unchanged: boolean;
}

/**
 * Publishes a package's tarball, given by its path or its bytes, to a local repository of the current storage, with the
 * tag `latest`. The same bytes again change nothing; other bytes of a version that exists are `HttpError` 403.
 */
export async function publishTarball(
  repo: string,
  tarball: string | Buffer,
  by: string,
): Promise<PublishedLocally> {
  const bytes = typeof tarball === 'string' ? createReadStream(tarball) : [tarball];
  const staged = await stageTarball(toAsync(bytes));
  const { manifest } = await readTarball(await staged.open());
  const name = checkNewName(manifest.name);
  const version = checkVersion(semver.clean(String(manifest.version)) ?? manifest.version);
  const request = { name, version, manifest: { ...manifest, version }, tags: ['latest'], claimed: {} };
  const there = async () => (await findFile(repo, tarballPath(name, version)))?.sha256 === staged.blob.sha256;
  if (await there()) return { name, version, unchanged: true };
  const contents = await checkTarball(request, staged);
  await checkPublication(repo, request, staged.open);
  try {
    await storeVersion(repo, request, staged.blob, contents, by);
    return { name, version, unchanged: false };
  } catch (error) {
    // Another node may have been quicker with the same.
    if (error instanceof HttpError && error.code === 'VERSION_EXISTS' && (await there())) {
      return { name, version, unchanged: true };
    }
    throw error;
  }
}

async function* toAsync(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* parts;
}

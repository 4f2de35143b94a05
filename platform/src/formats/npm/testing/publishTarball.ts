import { createReadStream } from 'node:fs';
import semver from 'semver';
import { HttpError } from '../../../errors/HttpError.ts';
import { findFile } from '../../../files/files.ts';
import { receive } from '../../../pipeline/receive.ts';
import { checkNewName, checkVersion, tarballPath } from '../names.ts';
import { publishVersion } from '../publish/publish.ts';
import { readTarball, tarballLimit } from '../tarball.ts';

export interface PublishedLocally {
  name: string;
  version: string;
  /** Whether the version already existed with the same bytes. */
  unchanged: boolean;
}

/**
 * Publishes a package's tarball, given as a path or as bytes, to a local repository of the current
 * storage with the tag `latest`. Identical bytes change nothing. Throws `HttpError` 403 if the
 * version exists with other bytes.
 */
export async function publishTarball(
  repo: string,
  tarball: string | Buffer,
  by: string,
): Promise<PublishedLocally> {
  const source = typeof tarball === 'string' ? createReadStream(tarball) : [tarball];
  const received = await receive(toAsync(source), tarballLimit, { sha512: true });
  const { manifest } = await readTarball(await received.bytes.open());
  const name = checkNewName(manifest.name);
  const version = checkVersion(semver.clean(String(manifest.version)) ?? manifest.version);
  const request = { name, version, manifest: { ...manifest, version }, tags: ['latest'], claimed: {} };
  const exists = async () =>
    (await findFile(repo, tarballPath(name, version)))?.sha256 === received.blob.sha256;
  if (await exists()) return { name, version, unchanged: true };
  try {
    await publishVersion(repo, request, received, by);
    return { name, version, unchanged: false };
  } catch (error) {
    // Another node can publish the same content first.
    if (error instanceof HttpError && error.code === 'VERSION_EXISTS' && (await exists())) {
      return { name, version, unchanged: true };
    }
    throw error;
  }
}

async function* toAsync(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* parts;
}

import semver from 'semver';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import type { Received } from '../../../pipeline/receive.ts';
import { integrityFault } from '../integrity.ts';
import { readTarball, type TarballContents } from '../tarball.ts';
import { checkSubject } from './readProvenance.ts';
import type { PublishRequest } from './readPublish.ts';

/** Throws `HttpError` 400 unless the length, hashes, and package inside match the request. */
export async function checkTarball(
  request: PublishRequest,
  tarball: Pick<Received, 'blob' | 'bytes'>,
): Promise<TarballContents> {
  const { name, version, claimed, length, provenance } = request;
  const { blob } = tarball;
  if (length !== undefined && length !== blob.size) {
    throw bad(
      'BAD_LENGTH',
      `the 'length' of the attachment is ${length}, but the tarball has ${blob.size} bytes`,
    );
  }
  const fault = integrityFault(claimed, blob);
  if (fault) throw bad('BAD_INTEGRITY', fault);
  if (provenance) checkSubject(provenance, blob);
  const contents = await readTarball(await tarball.bytes.open());
  const inside = contents.manifest;
  const insideVersion =
    typeof inside.version === 'string' && inside.version !== version
      ? semver.clean(inside.version, { loose: true })
      : inside.version;
  if (inside.name !== name) {
    throw bad(
      'BAD_TARBALL',
      `the package.json in the tarball has the name ${shown(inside.name)}, not ${shown(name)}`,
    );
  }
  if (insideVersion !== version) {
    const found = shown(inside.version);
    throw bad('BAD_TARBALL', `the package.json in the tarball has version ${found}, not ${version}`);
  }
  return contents;
}

function bad(code: string, what: string): HttpError {
  return new HttpError(400, code, `Invalid tarball: ${what}`);
}

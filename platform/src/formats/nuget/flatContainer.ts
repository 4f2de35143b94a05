import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import { sendFile } from '../../files/sendFile.ts';
import { sendText } from '../../files/sendText.ts';
import type { Arriving } from '../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../plainFiles/remote/remoteFile.ts';
import { sendArriving } from '../../plainFiles/remote/sendArriving.ts';
import { firstUpstream, type Sources } from '../../plainFiles/sources.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { sourcesFor } from './knownVersions.ts';
import { isId } from './package/nuspec.ts';
import { nuspecOf, readmeOf } from './package/readPackage.ts';
import { cachePath } from './upstream/paths.ts';
import { parseVersion } from './version.ts';
import { findStoredVersion } from './versions.ts';

export interface PackageFile {
  repo: string;
  id: string;
  version: string;
  file: string;
}

/**
 * Sends a package, its nuspec, or its readme. Throws `HttpError` 404, and `UpstreamError`.
 *
 * ```text
 * GET /artifactory/api/nuget/v3/{repo}/flatcontainer/kite/1.0.0/kite.1.0.0.nupkg
 * 200 the bytes of the package
 * ```
 *
 * https://learn.microsoft.com/en-us/nuget/api/package-base-address-resource#download-package-content-nupkg
 */
export async function sendPackageFile(
  request: FastifyRequest,
  reply: FastifyReply,
  repository: Repository,
  { repo, id, version, file }: PackageFile,
): Promise<FastifyReply> {
  const missing = new HttpError(
    404,
    'NOT_FOUND',
    `${file} of ${id} ${version} not found in ${repo}`.slice(0, 500),
  );
  const normal = parseVersion(version)?.normal.toLowerCase();
  if (!isId(id) || normal === undefined) throw missing;
  const lower = id.toLowerCase();
  const sources = await sourcesFor(callerOf(request), repository, id);
  const wanted = file.toLowerCase();
  if (wanted.endsWith('.nupkg')) {
    const found = await packageFile(sources, lower, normal);
    if (!found) throw missing;
    return 'stored' in found ? sendArriving(request, reply, found) : sendFile(request, reply, found);
  }
  if (wanted === `${lower}.nuspec`) {
    const held = await localFile(sources, lower, normal);
    if (held)
      return sendText(request, reply, 'application/xml', (await nuspecOf(bytesOfBlob(held))).toString());
    const fromUpstream = await firstUpstream(sources.remotes, (remote) =>
      remoteFile(remote, cachePath.nuspec(lower, normal)),
    );
    if (!fromUpstream) throw missing;
    return 'stored' in fromUpstream
      ? sendArriving(request, reply, fromUpstream)
      : sendFile(request, reply, fromUpstream);
  }
  if (wanted !== 'readme') throw missing;
  const found = await packageFile(sources, lower, normal);
  const readme = found && (await readmeOf(bytesOfBlob('stored' in found ? await storedFile(found) : found)));
  if (!readme) throw missing;
  return sendText(request, reply, 'text/markdown; charset=utf-8', readme);
}

async function packageFile(
  sources: Sources,
  id: string,
  version: string,
): Promise<FileRow | Arriving | undefined> {
  const held = await localFile(sources, id, version);
  return (
    held ?? firstUpstream(sources.remotes, (remote) => remoteFile(remote, cachePath.package(id, version)))
  );
}

async function localFile({ locals }: Sources, id: string, version: string): Promise<FileRow | undefined> {
  for (const { key } of locals) {
    const held = await findStoredVersion(key, id, version);
    const file = held && (await findFile(key, held.path));
    if (file) return file;
  }
  return undefined;
}

function storedFile({ passing, stored }: Arriving): Promise<FileRow> {
  passing?.destroy();
  return stored;
}

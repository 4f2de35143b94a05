import { bytesOfBlob } from '../../../archives/ArchiveBytes.ts';
import type { BlobInfo } from '../../../blobs/BlobStore.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../../files/files.ts';
import type { Arriving, FetchOptions } from '../../../plainFiles/remote/fetchFile.ts';
import { fromCache, remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { plausibleTime, upstreamTime } from '../../../plainFiles/remote/upstreamTime.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { readDistribution } from '../distribution/readDistribution.ts';
import { parseFileName, pathOf } from '../fileNames.ts';
import { blake2Of } from '../plainFiles.ts';
import { saveUploadTime } from '../releaseFiles.ts';
import { describeCachedFile } from '../upload/publication.ts';
import { normalVersion } from '../version.ts';
import type { UpstreamFile } from './readPage.ts';
import { upstreamProject } from './upstreamProject.ts';

/**
 * A project's file from a remote repository; once cached, it is never fetched again. Undefined if
 * the upstream does not list the file. Throws `UpstreamError`, also if the bytes do not match the
 * hash in the index.
 */
export async function upstreamFile(
  repository: Repository,
  project: string,
  filename: string,
): Promise<FileRow | Arriving | undefined> {
  const path = pathOf(project, filename);
  const kept = await findFile(repository.key, path);
  if (kept) return fromCache(kept);
  const listed = (await upstreamProject(repository, project))?.files.find(
    (file) => file.filename === filename,
  );
  if (!listed) return undefined;
  const { sha256, md5, sha1 } = listed.hashes;
  const checksums = { ...(sha256 ? { sha256 } : {}), ...(md5 ? { md5 } : {}), ...(sha1 ? { sha1 } : {}) };
  return remoteFile(repository, path, {
    url: new URL(listed.url),
    checksums,
    immutable: true,
    inspect: (blob) => describing(project, listed, blob),
  });
}

/** The metadata of a file, which the upstream serves next to the file. */
export async function upstreamMetadata(
  repository: Repository,
  project: string,
  filename: string,
): Promise<FileRow | Arriving | undefined> {
  const path = `${pathOf(project, filename)}.metadata`;
  const kept = await findFile(repository.key, path);
  if (kept) return fromCache(kept);
  const listed = (await upstreamProject(repository, project))?.files.find(
    (file) => file.filename === filename,
  );
  if (!listed?.metadata) return undefined;
  const url = new URL(listed.url);
  url.pathname += '.metadata';
  const { sha256 } = listed.metadata;
  return remoteFile(repository, path, {
    url,
    limit: 16 * 1024 * 1024,
    checksums: sha256 ? { sha256 } : {},
    immutable: true,
    index: async () => undefined,
  });
}

/** Index data for the file. An unreadable old file is served anyway, without metadata. */
async function describing(
  project: string,
  { filename, uploaded }: UpstreamFile,
  blob: BlobInfo,
): Promise<FetchOptions['index']> {
  const parsed = parseFileName(filename, project);
  const version = parsed && normalVersion(parsed.version);
  if (!parsed || version === undefined) return async () => undefined;
  const distribution = await readDistribution(bytesOfBlob(blob), filename, parsed).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined;
    throw error;
  });
  if (!distribution) return async () => undefined;
  const request = { file: filename, parsed, project, version };
  const blake2 = await blake2Of(blob);
  return async (file) => {
    const { repo, path } = file;
    await describeCachedFile(file, { request, distribution, blake2 });
    const time = plausibleTime(uploaded) ?? (await upstreamTime(repo, path));
    if (time) await saveUploadTime({ repo, project, version, filename }, time);
  };
}

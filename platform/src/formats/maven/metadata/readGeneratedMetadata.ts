import { buffer } from 'node:stream/consumers';
import type { Caller } from '../../../access/Caller.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { readableMembers } from '../../../files/storedFile.ts';
import type { GeneratedFile } from '../../../pipeline/Format.ts';
import { generatedFile } from '../../../plainFiles/generatedFiles.ts';
import { remoteFile } from '../../../plainFiles/remote/remoteFile.ts';
import { mayQueryUpstreamFor } from '../../../repositories/ownNames.ts';
import type { Repository } from '../../../repositories/repositories.ts';
import { UpstreamError, upstreamNonsense } from '../../../repositories/upstream/UpstreamError.ts';
import { blobs } from '../../../storage/storage.ts';
import { isSnapshot, type MavenPath, metadataFile } from '../layout.ts';
import { type Metadata, mergeMetadata, readMetadata, writeMetadata } from './document.ts';
import { localMetadata } from './localMetadata.ts';

/** Maximum size of an upstream's metadata in bytes. */
const maxBytes = 8 * 1024 * 1024;

/**
 * The metadata of a folder for this caller: generated from the files of a local repository, read
 * from the upstream of a remote one, and merged for a virtual one. Throws `HttpError` 401, 403, or
 * 404, and `UpstreamError` if the only source is an upstream that fails.
 */
export async function readGeneratedMetadata(
  caller: Caller,
  repository: Repository,
  { folder }: Extract<MavenPath, { kind: 'metadata' }>,
): Promise<GeneratedFile> {
  const path = `${folder}/${metadataFile}`;
  const members = await readableMembers(caller, repository, path);
  const found: Metadata[] = [];
  for (const { key } of members.filter(({ type }) => type !== 'remote')) {
    const own = await localMetadata(key, folder);
    if (own) found.push(own);
  }
  let failure: UpstreamError | undefined;
  const upstreams = members.filter(({ type }) => type === 'remote');
  if (upstreams.length && (await mayQueryUpstreams(repository, folder))) {
    for (const member of upstreams) {
      try {
        const fromUpstream = await upstreamMetadata(member, path);
        if (fromUpstream) found.push(fromUpstream);
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        failure ??= error;
      }
    }
  }
  if (!found.length)
    throw failure ?? new HttpError(404, 'NOT_FOUND', `File ${path} not found in ${repository.key}`);
  const metadata = mergeMetadata(found);
  return generatedFile(
    repository.key,
    path,
    Buffer.from(writeMetadata(metadata)),
    dateOf(metadata.lastUpdated),
  );
}

/**
 * Checks both readings of the folder: as an artifact, or as a group, whose metadata lists plugins.
 */
async function mayQueryUpstreams(repository: Repository, folder: string): Promise<boolean> {
  const names = [packageOfMetadata(folder), `${folder.replaceAll('/', '.')}:`];
  const open = await Promise.all(names.map((name) => mayQueryUpstreamFor(repository, name)));
  return open.every(Boolean);
}

async function upstreamMetadata(member: Repository, path: string): Promise<Metadata | undefined> {
  const arrived = await remoteFile(member, path);
  if (!arrived) return undefined;
  if ('passing' in arrived) arrived.passing?.destroy();
  const file = 'stored' in arrived ? await arrived.stored : arrived;
  if (file.size > maxBytes) throw upstreamNonsense(member, `metadata of more than ${maxBytes} bytes`);
  try {
    return readMetadata(new TextDecoder().decode(await buffer(await blobs().open(file.sha256))));
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 400) throw error;
    throw upstreamNonsense(member, `an invalid file: ${error.message}`);
  }
}

/** The package whose versions the metadata lists, with its name in the index. */
function packageOfMetadata(folder: string): string {
  const parts = folder.split('/');
  if (isSnapshot(parts.at(-1) ?? '')) parts.pop();
  const artifact = parts.pop() ?? '';
  return `${parts.join('.')}:${artifact}`;
}

function dateOf(stamp: string): Date {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z');
  const time = Date.parse(iso);
  return new Date(Number.isNaN(time) ? 0 : time);
}

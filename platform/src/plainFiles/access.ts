import type { Caller } from '../access/Caller.ts';
import { type FileRow, findFile } from '../files/files.ts';
import { noFile, readableMembers } from '../files/keptFile.ts';
import { formatOf } from '../pipeline/Format.ts';
import { takesPlainFiles } from '../pipeline/writeTarget.ts';
import { reservationNote } from '../repositories/names/explain.ts';
import { mayAskUpstreamFor } from '../repositories/ownNames.ts';
import type { Repository } from '../repositories/repositories.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';
import type { Arriving } from './remote/fetchFile.ts';
import { remoteFile } from './remote/remoteFile.ts';

/**
 * The file as the caller sees it: of a virtual repository that of the first member which has it, those before which need no upstream.
 * Reading a virtual one is reading through it; who may not may still read the members that he may. Throws `HttpError` 401, 403 or
 * 404, and `UpstreamError` when no member has it and an upstream could not be asked.
 */
export async function readFile(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<FileRow | Arriving> {
  const members = await readableMembers(caller, repository, path);
  const isUpstream = ({ type, packageType }: Repository) => type === 'remote' && takesPlainFiles(packageType);
  for (const { key } of members.filter((member) => !isUpstream(member))) {
    const file = await findFile(key, path);
    if (file) return file;
  }
  let failure: unknown;
  const open = new Map<string, boolean>();
  for (const member of members.filter(isUpstream)) {
    if (!(await mayFetch(repository, member, path, open))) continue;
    try {
      const file = await remoteFile(member, path);
      if (file) return file;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      failure ??= error;
    }
  }
  const closed = [...open].find(([, may]) => !may)?.[0];
  const note = closed === undefined ? '' : await reservationNote(repository, closed);
  throw failure ?? noFile(repository, path, note);
}

/** Not files of packages that are ours. `open`: what is known of names already, as most remotes call a file's package the same. */
async function mayFetch(
  repository: Repository,
  remote: Repository,
  path: string,
  open: Map<string, boolean>,
): Promise<boolean> {
  if (repository.type !== 'virtual') return true;
  const { packageType } = repository;
  const { plainFiles } = formatOf(packageType) ?? {};
  if (plainFiles?.ofOneUpstream?.(path)) return false;
  const names = [(await plainFiles?.packageOf?.(path, remote)) ?? []].flat();
  for (const name of names) {
    const known = open.get(name) ?? (await mayAskUpstreamFor(repository, name));
    open.set(name, known);
    if (!known) return false;
  }
  return true;
}

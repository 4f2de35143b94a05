import type { Caller } from '../access/Caller.ts';
import { type FileRow, findFile } from '../files/files.ts';
import { noFile, readableMembers } from '../files/storedFile.ts';
import { formatOf } from '../pipeline/Format.ts';
import { takesPlainFiles } from '../pipeline/writeTarget.ts';
import { reservationNote } from '../repositories/names/explain.ts';
import { mayQueryUpstreamFor } from '../repositories/ownNames.ts';
import type { Repository } from '../repositories/repositories.ts';
import { priorityGroups } from '../repositories/serving.ts';
import { remoteOptions } from '../repositories/upstream/remoteOptions.ts';
import { UpstreamError } from '../repositories/upstream/UpstreamError.ts';
import type { Arriving } from './remote/fetchFile.ts';
import { remoteFile } from './remote/remoteFile.ts';

/**
 * Finds a file for the caller. In virtual repositories, the first member with the file wins; local
 * members and caches come before upstream requests. Read permission on the virtual repository
 * suffices; otherwise the members that the caller can read count. Throws `HttpError` 401, 403, or
 * 404, and `UpstreamError` if no member has the file and an upstream failed.
 */
export async function readFile(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<FileRow | Arriving> {
  const members = await readableMembers(caller, repository, path);
  const search: Search = { repository, path, open: new Map(), failures: [] };
  for (const group of priorityGroups(members)) {
    const file = await readFrom(group, search);
    if (file) return file;
  }
  const closed = [...search.open].find(([, may]) => !may)?.[0];
  const note = closed === undefined ? '' : await reservationNote(repository, closed);
  throw search.failures[0] ?? noFile(repository, path, note);
}

interface Search {
  readonly repository: Repository;
  readonly path: string;
  /** Whether upstreams may serve a name, by name. */
  readonly open: Map<string, boolean>;
  readonly failures: UpstreamError[];
}

async function readFrom(
  members: readonly Repository[],
  search: Search,
): Promise<FileRow | Arriving | undefined> {
  const { repository, path, open, failures } = search;
  const isUpstream = ({ type, packageType }: Repository) => type === 'remote' && takesPlainFiles(packageType);
  for (const { key } of members.filter((member) => !isUpstream(member))) {
    const file = await findFile(key, path);
    if (file) return file;
  }
  for (const member of members.filter(isUpstream)) {
    if (!(await mayFetch(repository, member, path, open))) continue;
    try {
      const file = await remoteFile(member, path);
      if (file) return file;
    } catch (error) {
      if (!(error instanceof UpstreamError) || remoteOptions(member).hardFail) throw error;
      failures.push(error);
    }
  }
  return undefined;
}

/**
 * Whether an upstream may serve the path: not if a local package owns the name. `open` caches
 * results by name.
 */
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
    const known = open.get(name) ?? (await mayQueryUpstreamFor(repository, name));
    open.set(name, known);
    if (!known) return false;
  }
  return true;
}

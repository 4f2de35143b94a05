import { allows, authorise, type Caller } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type FileRow, findFile } from '../files/files.ts';
import { formatOf } from '../pipeline/Format.ts';
import { reservationNote } from '../repositories/names/explain.ts';
import { mayAskUpstreamFor } from '../repositories/ownNames.ts';
import { findRepository, membersOf, type Repository } from '../repositories/repositories.ts';
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

/** The same of what is here already: no upstream is asked. Throws `HttpError` 401, 403 or 404. */
export async function readKeptFile(caller: Caller, repository: Repository, path: string): Promise<FileRow> {
  for (const { key } of await readableMembers(caller, repository, path)) {
    const file = await findFile(key, path);
    if (file) return file;
  }
  throw noFile(repository, path);
}

function noFile({ key }: Repository, path: string, note = ''): HttpError {
  return new HttpError(404, 'NOT_FOUND', `There is no file ${path} in ${key}${note}`);
}

/** The repositories behind this one in which the caller may read the path; throws `HttpError` 401 or 403 when there is none. */
export async function readableMembers(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<Repository[]> {
  const members = await membersOf(repository);
  const within = (repo: string) => ({ repo, ...(path === '' ? {} : { path }) });
  if (await allows(caller, 'read', within(repository.key))) return members;
  const readable: Repository[] = [];
  for (const member of members) if (await allows(caller, 'read', within(member.key))) readable.push(member);
  if (!readable.length) await authorise(caller, 'read', within(repository.key));
  return readable;
}

/** Whether files of the format are put and fetched one by one. */
function takesPlainFiles(packageType: string): boolean {
  return formatOf(packageType)?.plainFiles !== undefined;
}

/** The local repository that a file goes to; throws `HttpError` 400 when nothing can be put there as a plain file. */
export async function writeTarget(repository: Repository): Promise<Repository> {
  const { key, packageType } = repository;
  if (!takesPlainFiles(packageType)) {
    throw new HttpError(
      400,
      'NOT_DEPLOYABLE',
      `${key} holds ${packageType}: publish to it with a client of ${packageType}; plain files go to a generic repository`,
    );
  }
  const target =
    repository.type === 'virtual'
      ? await findRepository(`${repository.options.defaultDeploymentRepo}`)
      : repository;
  if (target?.type === 'local') return target;
  const why =
    repository.type === 'virtual' ? 'it has no default deployment repository' : 'it caches an upstream';
  throw new HttpError(400, 'NOT_DEPLOYABLE', `Nothing can be put into ${key}: ${why}`);
}

/** Throws `HttpError` 401 or 403 unless the caller may do it to the path. */
export async function authoriseWrite(
  caller: Caller,
  action: 'deploy' | 'delete' | 'annotate',
  { key, options }: Repository,
  path: string,
): Promise<void> {
  await authorise(caller, action, { repo: key, path });
  if (options.adminDeployOnly && !(await allows(caller, 'admin', 'system'))) {
    throw new HttpError(403, 'FORBIDDEN', `Only administrators change what is in ${key}`);
  }
}

import type { Caller } from '../access/Caller.ts';
import { allows, authorize } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { membersOf, type Repository } from '../repositories/repositories.ts';
import { servingMembers } from '../repositories/serving.ts';
import { type FileRow, findFile } from './files.ts';

/**
 * Returns a stored file that the caller can read, without querying an upstream. Throws `HttpError`
 * 401, 403, or 404.
 */
export async function readStoredFile(caller: Caller, repository: Repository, path: string): Promise<FileRow> {
  for (const { key } of await readableMembers(caller, repository, path)) {
    const file = await findFile(key, path);
    if (file) return file;
  }
  throw noFile(repository, path);
}

export function noFile({ key }: Repository, path: string, note = ''): HttpError {
  return new HttpError(404, 'NOT_FOUND', `File ${path} not found in ${key}${note}`);
}

/**
 * Returns the members of a repository in which the caller can read the path. Throws `HttpError` 401
 * or 403 if there are none.
 */
export async function readableMembers(
  caller: Caller,
  repository: Repository,
  path: string,
): Promise<Repository[]> {
  const within = (repo: string) => ({ repo, ...(path === '' ? {} : { path }) });
  if (await allows(caller, 'read', within(repository.key))) return servingMembers(repository, path);
  const readable: Repository[] = [];
  for (const member of await membersOf(repository))
    if (await allows(caller, 'read', within(member.key))) readable.push(member);
  if (!readable.length) await authorize(caller, 'read', within(repository.key));
  const serving = await servingMembers(repository, path);
  return serving.filter(({ key }) => readable.some((member) => member.key === key));
}

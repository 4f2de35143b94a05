import { allows, type Caller } from '../../access/gateway.ts';
import { findRepository, listRepositories, membersOf } from '../../artifactory/repositories/repositories.ts';
import { HttpError } from '../../http/errors.ts';
import { everywhere } from '../listings.ts';

/** Keys of listings: of repositories, or the one that stands for all of them. */
export type Scope = readonly string[];

export const unlimited: Scope = [everywhere];

export function isUnlimited(scope: Scope): boolean {
  return scope[0] === everywhere;
}

/** Which listings the caller may see. Throws `HttpError` 401 when he is nobody and nothing is open to everyone. */
export async function readableScope(caller: Caller): Promise<Scope> {
  const readable: string[] = [];
  const holding = (await listRepositories()).filter(({ type }) => type !== 'virtual');
  for (const { key } of holding) if (await allows(caller, 'read', { repo: key })) readable.push(key);
  if (!readable.length && caller.kind === 'anonymous') {
    throw new HttpError(401, 'UNAUTHORIZED', 'Sign in first: no repository is open to everyone');
  }
  return readable.length && readable.length === holding.length ? unlimited : readable;
}

/** Only these repositories of the scope, a virtual one standing for its members. */
export async function narrowScope(scope: Scope, names: readonly string[]): Promise<Scope> {
  const wanted = new Set<string>();
  for (const name of names) {
    const repository = await findRepository(name);
    for (const member of repository ? await membersOf(repository) : []) wanted.add(member.key);
  }
  return isUnlimited(scope) ? [...wanted] : scope.filter((repo) => wanted.has(repo));
}

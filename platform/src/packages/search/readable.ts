import type { Caller } from '../../access/Caller.ts';
import { allows, rightsOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findRepository, listRepositories, membersOf } from '../../repositories/repositories.ts';
import { everywhere } from '../listings.ts';

/** Keys of listings: of repositories, or the one that stands for all of them. */
export type Scope = readonly string[];

/** What a caller may see of the index. */
export interface View {
  readonly scope: Scope;
  /** Repositories of the scope of which only some paths may be read: what is found there is asked for one by one. */
  readonly partial: ReadonlySet<string>;
  mayRead(repo: string, path: string): Promise<boolean>;
}

export function isUnlimited(scope: Scope): boolean {
  return scope[0] === everywhere;
}

/** Throws `HttpError` 401 when the caller is nobody and nothing is open to everyone. */
export async function viewOf(caller: Caller): Promise<View> {
  const whole: string[] = [];
  const partial: string[] = [];
  const holding = (await listRepositories()).filter(({ type }) => type !== 'virtual');
  const rights = await rightsOf(caller, 'read');
  for (const repository of holding) {
    if (rights.everywhere(repository)) whole.push(repository.key);
    else if (rights.somewhere(repository)) partial.push(repository.key);
  }
  const readable = [...whole, ...partial];
  if (!readable.length && caller.kind === 'anonymous') {
    throw new HttpError(
      401,
      'UNAUTHORIZED',
      'Sign in to continue. Anonymous users have no permission on any repository.',
    );
  }
  return {
    scope: whole.length && whole.length === holding.length ? [everywhere] : readable,
    partial: new Set(partial),
    mayRead: (repo, path) => allows(caller, 'read', { repo, path }),
  };
}

/** Only these repositories of the view, a virtual one standing for its members. */
export async function narrowView(view: View, names: readonly string[]): Promise<View> {
  const wanted = new Set<string>();
  for (const name of names) {
    const repository = await findRepository(name);
    for (const member of repository ? await membersOf(repository) : []) wanted.add(member.key);
  }
  const scope = isUnlimited(view.scope) ? [...wanted] : view.scope.filter((repo) => wanted.has(repo));
  return { ...view, scope };
}

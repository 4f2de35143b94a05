import type { Caller } from '../../access/Caller.ts';
import { allows, rightsOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { findRepository, listRepositories, membersOf } from '../../repositories/repositories.ts';
import { everywhere } from '../listings.ts';

/** Keys of listings: repositories, or the key for all repositories. */
export type Scope = readonly string[];

/** The part of the index that a caller can see. */
export interface View {
  readonly scope: Scope;
  /** Partially readable repositories of the scope: `mayRead` checks each path. */
  readonly partial: ReadonlySet<string>;
  mayRead(repo: string, path: string): Promise<boolean>;
}

export function isUnlimited(scope: Scope): boolean {
  return scope[0] === everywhere;
}

/** Throws `HttpError` 401 for anonymous users when nothing is readable for everyone. */
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

/**
 * The view for conditions about versions other than the newest one, such as of a file: of partially
 * readable repositories, the newest version alone is checked, so that they are left out.
 */
export function wholeView(view: View): View {
  return { ...view, scope: view.scope.filter((repo) => !view.partial.has(repo)) };
}

/** Limits the view to these repositories. Virtual repositories count as their members. */
export async function narrowView(view: View, names: readonly string[]): Promise<View> {
  const wanted = new Set<string>();
  for (const name of names) {
    const repository = await findRepository(name);
    for (const member of repository ? await membersOf(repository) : []) wanted.add(member.key);
  }
  const scope = isUnlimited(view.scope) ? [...wanted] : view.scope.filter((repo) => wanted.has(repo));
  return { ...view, scope };
}

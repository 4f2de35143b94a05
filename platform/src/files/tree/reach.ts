import { type SQL, sql } from 'drizzle-orm';
import type { Action, Caller } from '../../access/Caller.ts';
import { allows, allowsEverywhere, authorise } from '../../access/gateway.ts';
import { grantedPaths, type PathRule } from '../../access/permissions.ts';
import { coversPath } from '../../globs/covers.ts';
import { pathExpressions } from '../../globs/pathExpressions.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';

/** Which paths of a repository a caller may do something to. */
export type Reach = 'all' | readonly PathRule[];

/** A repository that holds files, and what of it the caller may reach. */
export interface Within {
  readonly repository: Repository;
  readonly reach: Reach;
}

type Asked = Exclude<Action, 'admin'>;

/** Empty rules: nothing at all. */
export async function reachOf(caller: Caller, action: Asked, repo: string): Promise<Reach> {
  if (await allowsEverywhere(caller, action, repo)) return 'all';
  if (!(await allows(caller, action, { repo }))) return [];
  return grantedPaths(caller, action, repo);
}

/** The paths of one or the other. */
export function either(one: Reach, other: Reach): Reach {
  return one === 'all' || other === 'all' ? 'all' : [...one, ...other];
}

/**
 * The repositories behind this one of which the caller may read something. Who may read through a virtual one may read its members
 * there, by the same paths. Throws `HttpError` 401 or 403 when there is none.
 */
export async function readable(caller: Caller, repository: Repository): Promise<Within[]> {
  const through = await reachOf(caller, 'read', repository.key);
  const found: Within[] = [];
  for (const member of await membersOf(repository)) {
    const own = member.key === repository.key ? [] : await reachOf(caller, 'read', member.key);
    const reach = either(through, own);
    if (reach === 'all' || reach.length > 0) found.push({ repository: member, reach });
  }
  if (found.length === 0) await authorise(caller, 'read', { repo: repository.key });
  return found;
}

/** Whether the path is one of them. */
export function reaches(reach: Reach, path: string): boolean {
  if (reach === 'all') return true;
  const matches = (pattern: string) => coversPath(pattern, path);
  return reach.some(
    ({ include, exclude }) => (include.length === 0 || include.some(matches)) && !exclude.some(matches),
  );
}

/** The same as a condition on a column of paths. */
export function inReach(reach: Reach, path = sql`f.path`): SQL {
  if (reach === 'all') return sql`true`;
  const any = (patterns: readonly string[]) =>
    sql`${path} ~ ANY(${sql.param(pathExpressions(patterns))}::text[])`;
  const rules = reach.map(({ include, exclude }) => {
    const included = include.length === 0 ? sql`true` : any(include);
    return exclude.length === 0 ? sql`(${included})` : sql`(${included} AND NOT ${any(exclude)})`;
  });
  return rules.length === 0 ? sql`false` : sql`(${sql.join(rules, sql` OR `)})`;
}

/** The same of rows of several repositories, by their columns. */
export function inAnyReach(within: readonly Within[], repo: SQL, path: SQL): SQL {
  const keys = (some: readonly Within[]) => sql.param(some.map(({ repository }) => repository.key));
  const whole = within.filter(({ reach }) => reach === 'all');
  const partly = within.filter(({ reach }) => reach !== 'all');
  const conditions = partly.map(
    ({ repository: { key }, reach }) => sql`(${repo} = ${key} AND ${inReach(reach, path)})`,
  );
  return sql`(${sql.join([sql`${repo} = ANY(${keys(whole)}::text[])`, ...conditions], sql` OR `)})`;
}

/**
 * Between which paths all that it reaches lies, for an index: from the first of the patterns' fixed beginnings to the end of the
 * last. `undefined`: anywhere.
 */
export function spanOf(reach: Reach): { from: string; below: string } | undefined {
  if (reach === 'all') return undefined;
  const starts = reach.flatMap(({ include }) => (include.length === 0 ? [''] : include.map(fixedBeginning)));
  if (starts.length === 0 || starts.includes('')) return undefined;
  const byBytes = starts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const [first = ''] = byBytes;
  // No path has a character as high as this one.
  return { from: first, below: `${byBytes.at(-1) ?? ''}\u{10ffff}` };
}

/** What comes before the first wild character: `com/acme/**` covers `com/acme`, too. */
function fixedBeginning(pattern: string): string {
  const [fixed = ''] = pattern.split(/[*?]/, 1);
  return fixed.replace(/\/$/, '');
}

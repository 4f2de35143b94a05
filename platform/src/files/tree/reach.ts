import { type SQL, sql } from 'drizzle-orm';
import type { Action, Caller } from '../../access/Caller.ts';
import { allows, allowsEverywhere, authorize, reservedPaths } from '../../access/gateway.ts';
import { grantedPaths, type PathRule } from '../../access/permissions/permissions.ts';
import { coversPath } from '../../globs/covers.ts';
import { pathExpressions } from '../../globs/pathExpressions.ts';
import { membersOf, type Repository } from '../../repositories/repositories.ts';

/** Paths of a repository for which a caller has a permission. */
export type Reach = 'all' | readonly PathRule[];

/** A repository with files, and the paths that the caller can access. */
export interface Within {
  readonly repository: Repository;
  readonly reach: Reach;
}

type Asked = Exclude<Action, 'admin'>;

/** Returns the permitted paths. Empty rules mean no permission. */
export async function reachOf(caller: Caller, action: Asked, repo: string): Promise<Reach> {
  if (await allowsEverywhere(caller, action, repo)) return 'all';
  if (!(await allows(caller, action, { repo }))) return [];
  const reserved = reservedPaths(action, repo);
  const rules = await grantedPaths(caller, action, repo);
  return rules.map(({ include, exclude }) => ({ include, exclude: [...exclude, ...reserved] }));
}

/** Returns the union of both. */
export function either(one: Reach, other: Reach): Reach {
  return one === 'all' || other === 'all' ? 'all' : [...one, ...other];
}

/**
 * Returns the repositories behind this one in which the caller can read something. Permission on a
 * virtual repository includes its members, for the same paths. Throws `HttpError` 401 or 403 if
 * there are none.
 */
export async function readable(caller: Caller, repository: Repository): Promise<Within[]> {
  const through = await reachOf(caller, 'read', repository.key);
  const found: Within[] = [];
  for (const member of await membersOf(repository)) {
    const own = member.key === repository.key ? [] : await reachOf(caller, 'read', member.key);
    const reach = either(through, own);
    if (reach === 'all' || reach.length > 0) found.push({ repository: member, reach });
  }
  if (found.length === 0) await authorize(caller, 'read', { repo: repository.key });
  return found;
}

/** Whether the permitted paths include the path. */
export function reaches(reach: Reach, path: string): boolean {
  if (reach === 'all') return true;
  const matches = (pattern: string) => coversPath(pattern, path);
  return reach.some(
    ({ include, exclude }) => (include.length === 0 || include.some(matches)) && !exclude.some(matches),
  );
}

/** Returns the permitted paths as a condition on a column. */
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

/** Returns the permitted paths of several repositories as a condition on their columns. */
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
 * Returns the range of all permitted paths, for an index scan: from the first of the patterns'
 * fixed prefixes to the end of the last. `undefined` means no limit.
 */
export function spanOf(reach: Reach): { from: string; below: string } | undefined {
  if (reach === 'all') return undefined;
  const starts = reach.flatMap(({ include }) => (include.length === 0 ? [''] : include.map(fixedBeginning)));
  if (starts.length === 0 || starts.includes('')) return undefined;
  const byBytes = starts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const [first = ''] = byBytes;
  // No path contains a higher character.
  return { from: first, below: `${byBytes.at(-1) ?? ''}\u{10ffff}` };
}

/** Returns the part before the first wildcard. `com/acme/**` also covers `com/acme`. */
function fixedBeginning(pattern: string): string {
  const [fixed = ''] = pattern.split(/[*?]/, 1);
  return fixed.replace(/\/$/, '');
}

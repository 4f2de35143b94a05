import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { decideNameRule, type NameRule } from './names/nameRule.ts';
import { packagesTypeOf, packageTypeOf } from './PackageType.ts';
import { findRepository, membersOf, type Repository } from './repositories.ts';

/** Whether upstreams may serve the name; see `decideNameRule`. */
export async function mayQueryUpstream(
  repository: Repository,
  name: string,
  owned: boolean,
): Promise<boolean> {
  return (await decideNameRule(repository, name, owned)).upstream;
}

/** Like `mayQueryUpstream`, if it is unknown whether a local member owns the name. */
export async function mayQueryUpstreamFor(repository: Repository, name: string): Promise<boolean> {
  return (await nameRule(repository, name)).upstream;
}

/**
 * Returns the rule for a name, as its package or the index writes it. Upstreams cannot serve names
 * of local packages, even for callers who can't read those packages.
 */
export async function nameRule(repository: Repository, name: string): Promise<NameRule> {
  if (repository.type !== 'virtual') return decideNameRule(repository, name, false);
  const members = await membersOf((await findRepository(repository.key)) ?? repository);
  const locals = members.filter(({ type: kind }) => kind === 'local').map(({ key }) => key);
  const { packageType } = repository;
  const owns = packageTypeOf(packageType)?.ownsName;
  const owned = owns
    ? (await Promise.all(locals.map((key) => owns(key, name)))).some(Boolean)
    : await heldIn(locals, packagesTypeOf(packageType), name);
  return decideNameRule(repository, name, owned);
}

/** Whether one of the repositories has or had the package, by its name in the index. */
export async function heldIn(repos: readonly string[], type: string, name: string): Promise<boolean> {
  if (!repos.length) return false;
  const of = sql`ANY(${sql.param([...repos])}::text[])`;
  const { rowCount } = await db().execute(sql`
    SELECT FROM packages p JOIN package_listings l ON l.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND l.repo = ${of}
    UNION ALL SELECT FROM owned_names o
    WHERE o.type = ${type} AND o.name_lower = ${name.toLowerCase()} AND o.repo = ${of} LIMIT 1`);
  return Boolean(rowCount);
}

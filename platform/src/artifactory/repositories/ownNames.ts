import { sql } from 'drizzle-orm';
import { db } from '../../storage/db.ts';
import { membersOf, type Repository } from './repositories.ts';

/** Whether upstreams may answer for the name: not where a local member owns it, or did, unless a rule says so. */
export function mayAskUpstream({ options }: Repository, name: string, owned: boolean): boolean {
  const { allowUpstreamFor = [], denyUpstreamFor = [] } = options as Partial<Record<string, string[]>>;
  if (matchesAny(name, denyUpstreamFor)) return false;
  return !owned || matchesAny(name, allowUpstreamFor);
}

/**
 * The same of a package in the index, `type` as the index names it: whether upstreams may answer for it in this repository. A name that
 * is ours is no upstream's also for those who may not see ours.
 */
export async function mayAskUpstreamFor(
  repository: Repository,
  type: string,
  name: string,
): Promise<boolean> {
  if (repository.type !== 'virtual') return true;
  const locals = (await membersOf(repository)).filter(({ type: kind }) => kind === 'local');
  const held = await heldIn(
    locals.map(({ key }) => key),
    type,
    name,
  );
  return mayAskUpstream(repository, name, held);
}

/** Now, or once: names stay ours. */
async function heldIn(repos: readonly string[], type: string, name: string): Promise<boolean> {
  if (!repos.length) return false;
  const of = sql`ANY(${sql.param([...repos])}::text[])`;
  const { rowCount } = await db().execute(sql`
    SELECT FROM packages p JOIN package_listings l ON l.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND l.repo = ${of}
    UNION ALL SELECT FROM owned_names o
    WHERE o.type = ${type} AND o.name_lower = ${name.toLowerCase()} AND o.repo = ${of} LIMIT 1`);
  return Boolean(rowCount);
}

/**
 * Whether one of the patterns, in which `*` stands for any characters, fits the whole name. Case tells no two names apart: clients of some
 * formats ask for `acme.core` where people say `Acme.Core`, and a rule that does not fit would keep nobody from asking upstream.
 */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  const lower = name.toLowerCase();
  return patterns.some((pattern) => matches(lower, pattern.toLowerCase()));
}

function matches(name: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === pattern;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

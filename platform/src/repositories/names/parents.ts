import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Members } from './claims.ts';
import { ruleFor } from './prefixes.ts';
import type { Rule } from './Rule.ts';

/**
 * Returns the reserved namespace or prefix below the folded name: requesting `corp.example`
 * upstream would reveal that `corp.example/secret` exists. Returns undefined if an upstream has
 * served a package with the name itself.
 */
export async function reservedBelow(
  type: string,
  name: string,
  { locals, remotes }: Members,
  rules: readonly Rule[],
): Promise<string | undefined> {
  const below = `${name}/`;
  const explicit = rules.find(({ prefix, effect }) => effect === 'reserved' && prefix.startsWith(below));
  const of = (repos: readonly string[]) => sql`ANY(${sql.param([...repos])}::text[])`;
  const reserved = explicit ? [explicit.prefix] : await defaults();
  const [found] = reserved;
  if (found === undefined || (await fetchedBefore())) return undefined;
  return found;

  async function defaults(): Promise<string[]> {
    const { rows } = await db().execute<{ namespace: string }>(sql`
      SELECT DISTINCT l.namespace FROM name_claims l
      WHERE l.type = ${type} AND l.repo = ${of(locals)} AND l.namespace > ${below} AND l.namespace < ${`${name}0`}
        AND NOT EXISTS (SELECT FROM name_claims r
          WHERE r.type = l.type AND r.namespace = l.namespace AND r.repo = ${of(remotes)} AND r.since <= l.since)
      ORDER BY l.namespace`);
    return rows
      .map(({ namespace }) => namespace)
      .filter((each) => ruleFor(type, rules, each)?.effect !== 'lifted');
  }

  async function fetchedBefore(): Promise<boolean> {
    const { rowCount } = await db().execute(sql`
      SELECT FROM packages p JOIN package_listings l ON l.package_id = p.id
      WHERE p.type = ${type} AND lower(p.name) = ${name} AND l.repo = ${of(remotes)} LIMIT 1`);
    return Boolean(rowCount);
  }
}

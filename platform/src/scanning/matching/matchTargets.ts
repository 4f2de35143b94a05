import { sql } from 'drizzle-orm';
import { ecosystemOf, matchingName } from '../../advisories/ecosystems.ts';
import { db } from '../../database/db.ts';
import { indexChanged } from '../../packages/indexChanges.ts';
import { queueUpstreamChecks } from '../upstreams/checks.ts';
import { writeViolations } from '../violations/writeViolations.ts';
import { findAdvisories } from './findAdvisories.ts';
import type { Target } from './scanQueue.ts';

/** Scans versions and evaluates the policy for them, in the current transaction. */
export async function matchTargets(targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return;
  await nameForMatching([...new Set(targets.map(({ packageId }) => packageId))]);
  const ids = sql.param(targets.map(({ packageId }) => packageId));
  const keys = sql.param(targets.map(({ sortKey }) => sortKey));
  const names = sql.param(targets.map(({ version }) => version));
  const given = sql`${ids}::bigint[], ${keys}::text[], ${names}::text[]`;
  await findAdvisories(given);
  await writeViolations(given);
  await queueUpstreamChecks(targets);
  indexChanged();
}

async function nameForMatching(ids: readonly string[]): Promise<void> {
  const { rows } = await db().execute<{ id: string; type: string; name: string }>(sql`
    SELECT p.id::text, p.type, p.name FROM packages p LEFT JOIN scanned_packages s ON s.package_id = p.id
    WHERE p.id = ANY(${sql.param([...ids])}::bigint[]) AND s.package_id IS NULL`);
  const named = rows.flatMap(({ id, type, name }) => {
    const ecosystem = ecosystemOf(type);
    return ecosystem === undefined ? [] : [{ package_id: id, type, name: matchingName(ecosystem, name) }];
  });
  if (named.length === 0) return;
  await db().execute(sql`
    INSERT INTO scanned_packages (package_id, type, name)
    SELECT g.* FROM json_to_recordset(${JSON.stringify(named)}::json) AS g (package_id bigint, type text, name text)
    JOIN packages p ON p.id = g.package_id FOR KEY SHARE OF p
    ON CONFLICT DO NOTHING`);
}

import type { NewPromotionConditions, PromotionConditions } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/** Returns the conditions of each environment, by name. Without a row, nothing is required. */
export function listConditions(): Promise<PromotionConditions[]> {
  return select(sql`true`);
}

/** Returns the conditions of the environment, undefined if it does not exist. */
export async function findConditions(environment: string): Promise<PromotionConditions | undefined> {
  return (await select(sql`e.name = ${environment}`))[0];
}

async function select(where: SQL): Promise<PromotionConditions[]> {
  const { rows } = await db().execute<{ [Key in keyof PromotionConditions]: PromotionConditions[Key] }>(sql`
    SELECT e.name AS environment, c.severity, coalesce(c.allow_unscanned, false) AS "allowUnscanned",
      coalesce(c.approvers, '{}') AS approvers, coalesce(c.approvals, 1) AS approvals,
      coalesce(c.attestations, '{}') AS attestations
    FROM environments e LEFT JOIN promotion_conditions c ON c.environment = e.name
    WHERE ${where} ORDER BY e.name COLLATE "C"`);
  return rows;
}

export async function saveConditions(
  environment: string,
  { severity, allowUnscanned, approvers, approvals, attestations = [] }: NewPromotionConditions,
): Promise<void> {
  await db().execute(sql`
    INSERT INTO promotion_conditions (environment, severity, allow_unscanned, approvers, approvals, attestations)
    VALUES (${environment}, ${severity}, ${allowUnscanned}, ${sql.param(approvers)}::text[], ${approvals},
      ${sql.param(attestations)}::text[])
    ON CONFLICT (environment) DO UPDATE SET severity = excluded.severity, approvals = excluded.approvals,
      allow_unscanned = excluded.allow_unscanned, approvers = excluded.approvers,
      attestations = excluded.attestations`);
}

/** Returns the groups that do not exist. */
export async function unknownGroups(names: readonly string[]): Promise<string[]> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT n.name FROM unnest(${sql.param([...names])}::text[]) AS n (name)
    WHERE NOT EXISTS (SELECT FROM groups g WHERE g.name = n.name)`);
  return rows.map(({ name }) => name);
}

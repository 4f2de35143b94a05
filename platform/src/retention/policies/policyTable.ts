import type { CleanupSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { nextRunOf } from './schedule.ts';

export interface Policy {
  key: string;
  settings: CleanupSettings;
  nextRun: Date | null;
}

interface Row extends Record<string, unknown> {
  key: string;
  settings: CleanupSettings;
  next: number | null;
}

const columns = sql`key, settings, (extract(epoch FROM next_run) * 1000)::float8 AS next`;
const policyOf = ({ key, settings, next }: Row): Policy => ({
  ...{ key, settings },
  nextRun: next === null ? null : new Date(next),
});

export async function listPolicies(): Promise<Policy[]> {
  const { rows } = await db().execute<Row>(sql`SELECT ${columns} FROM cleanup_policies ORDER BY key`);
  return rows.map(policyOf);
}

export async function findPolicy(key: string): Promise<Policy | undefined> {
  const { rows } = await db().execute<Row>(sql`SELECT ${columns} FROM cleanup_policies WHERE key = ${key}`);
  return rows.map(policyOf)[0];
}

/** Reads the policy. Other changes of it wait until the transaction ends. */
export async function lockPolicy(key: string): Promise<Policy | undefined> {
  await db().execute(sql`SELECT FROM cleanup_policies WHERE key = ${key} FOR NO KEY UPDATE`);
  return findPolicy(key);
}

/** Stores a new policy. Returns false if the key exists. */
export async function createPolicy(key: string, settings: CleanupSettings): Promise<boolean> {
  const next = nextRunOf(settings, new Date())?.toISOString() ?? null;
  const { rowCount } = await db().execute(sql`
    INSERT INTO cleanup_policies (key, settings, next_run)
    VALUES (${key}, ${JSON.stringify(settings)}::jsonb, ${next}::timestamptz) ON CONFLICT DO NOTHING`);
  return rowCount === 1;
}

/** Stores a policy. Returns whether it is new. */
export async function savePolicy(key: string, settings: CleanupSettings): Promise<boolean> {
  const next = nextRunOf(settings, new Date())?.toISOString() ?? null;
  const { rows } = await db().execute<{ created: boolean }>(sql`
    INSERT INTO cleanup_policies AS p (key, settings, next_run)
    VALUES (${key}, ${JSON.stringify(settings)}::jsonb, ${next}::timestamptz)
    ON CONFLICT (key) DO UPDATE SET settings = excluded.settings, next_run = excluded.next_run, modified = now()
    RETURNING xmax = 0 AS created`);
  return rows[0]?.created ?? false;
}

/** Returns false if the policy did not exist. */
export async function deletePolicy(key: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`DELETE FROM cleanup_policies WHERE key = ${key}`);
  return rowCount === 1;
}

/** Returns policies whose scheduled run is due. */
export async function duePolicies(): Promise<Policy[]> {
  const { rows } = await db().execute<Row>(sql`
    SELECT ${columns} FROM cleanup_policies WHERE next_run <= now() ORDER BY next_run, key`);
  return rows.map(policyOf);
}

/** Schedules the next run; call in the transaction that adds the run. */
export async function scheduleNext({ key, settings }: Policy): Promise<void> {
  const next = nextRunOf(settings, new Date())?.toISOString() ?? null;
  await db().execute(sql`UPDATE cleanup_policies SET next_run = ${next}::timestamptz WHERE key = ${key}`);
}

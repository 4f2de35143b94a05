import { sql } from 'drizzle-orm';
import { afterCommit, currentPlatform, db } from '../../database/db.ts';
import type { Rule } from './Rule.ts';

/**
 * Milliseconds after which another node's change applies here; a change on this node applies
 * immediately.
 */
const staleAfter = 1000;

interface Snapshot {
  loaded: number;
  byRepo: Promise<ReadonlyMap<string, Rule[]>>;
}

export const createRuleMemory = () => ({ current: undefined as Snapshot | undefined });
const snapshots = () => currentPlatform().repositories.rules;

/** The rules of a virtual repository. */
export async function rulesOf(repo: string): Promise<readonly Rule[]> {
  const kept = snapshots();
  let { current } = kept;
  if (!current || performance.now() - current.loaded >= staleAfter) {
    const fresh: Snapshot = { loaded: performance.now(), byRepo: load() };
    fresh.byRepo.catch(() => {
      if (kept.current === fresh) kept.current = undefined;
    });
    kept.current = fresh;
    current = fresh;
  }
  return (await current.byRepo).get(repo) ?? [];
}

async function load(): Promise<ReadonlyMap<string, Rule[]>> {
  const { rows } = await db().execute<{ repo: string } & Rule & Record<string, unknown>>(
    sql`SELECT repo, prefix, effect FROM name_rules`,
  );
  const byRepo = new Map<string, Rule[]>();
  for (const { repo, prefix, effect } of rows) {
    const rules = byRepo.get(repo) ?? [];
    byRepo.set(repo, rules);
    rules.push({ prefix, effect });
  }
  return byRepo;
}

/** Maximum rules of a repository: each request checks all of them. */
export const mostRules = 1000;

/** Sets the rule of a prefix. Returns false when the repository has too many rules. */
export async function writeRule(repo: string, { prefix, effect }: Rule, by: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    INSERT INTO name_rules (repo, prefix, effect, created_by)
    SELECT ${repo}, ${prefix}, ${effect}, ${by}
    WHERE (SELECT count(*) FROM name_rules WHERE repo = ${repo} AND prefix <> ${prefix}) < ${mostRules}
    ON CONFLICT (repo, prefix) DO UPDATE
    SET effect = excluded.effect, created_by = excluded.created_by, created = now()`);
  forgetRules();
  return Boolean(rowCount);
}

/** Resets a prefix to the default. Returns false if it has no rule. */
export async function removeRule(repo: string, prefix: string): Promise<boolean> {
  const { rowCount } = await db().execute(sql`
    DELETE FROM name_rules WHERE repo = ${repo} AND prefix = ${prefix}`);
  forgetRules();
  return Boolean(rowCount);
}

function forgetRules(): void {
  const kept = snapshots();
  afterCommit(() => {
    kept.current = undefined;
  });
}

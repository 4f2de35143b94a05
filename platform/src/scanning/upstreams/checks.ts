import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { allFormats } from '../../pipeline/Format.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import type { Target } from '../matching/scanQueue.ts';

/** Types of the index whose upstreams may know of vulnerabilities. */
function tellingTypes(): string[] {
  return allFormats().flatMap(({ type, packagesType, tellAdvisories }) =>
    tellAdvisories ? [packagesType ?? type] : [],
  );
}

async function keysOf(type: 'local' | 'remote'): Promise<string[]> {
  return (await listRepositories()).filter((repository) => repository.type === type).map(({ key }) => key);
}

/**
 * Has the upstreams asked of packages that were looked at, in the current transaction: at once where a version is new. What no remote
 * repository holds is asked of nobody.
 */
export async function queueUpstreamChecks(targets: readonly Target[]): Promise<void> {
  const given = new Map(targets.map(({ packageId, version }) => [packageId, version !== null]));
  const remotes = await keysOf('remote');
  await db().execute(sql`
    INSERT INTO upstream_checks AS c (package_id, due)
    SELECT p.id, now() FROM unnest(${sql.param([...given.keys()])}::bigint[], ${sql.param([...given.values()])}::boolean[])
      AS g (id, fresh) JOIN packages p ON p.id = g.id
    WHERE p.type = ANY(${sql.param(tellingTypes())}::text[])
      AND EXISTS (SELECT FROM package_listings l WHERE l.package_id = p.id AND l.repo = ANY(${sql.param(remotes)}::text[]))
    ON CONFLICT (package_id) DO UPDATE SET due = least(c.due, excluded.due), answered = false
    WHERE (c.due > excluded.due OR c.answered) AND c.package_id = ANY(${sql.param(fresh(given))}::bigint[])`);
}

function fresh(given: ReadonlyMap<string, boolean>): string[] {
  return [...given].filter(([, isFresh]) => isFresh).map(([id]) => id);
}

/** A package that a remote repository holds, and no local one. */
export interface Due extends Record<string, unknown> {
  id: string;
  type: string;
  name: string;
  /** Remote repositories that hold it. */
  repos: string[];
  versions: string[];
}

/** Of one package in one request. */
const mostVersions = 2000;

/** In seconds: after an answer, and where there was none. */
const again = { answered: 86_400, silent: 3_600 };

/** Whether there is a package for `takeDue`. */
export async function hasDue(): Promise<boolean> {
  const { rows } = await db().execute<{ due: boolean }>(sql`
    SELECT EXISTS (SELECT FROM upstream_checks WHERE due <= now()) AS due`);
  return rows[0]?.due ?? false;
}

/** The next ones, of which nobody else is told for a while. Those that no upstream may be asked of come without repositories. */
export async function takeDue(most: number): Promise<Due[]> {
  const [locals, remotes] = [await keysOf('local'), await keysOf('remote')];
  const { rows } = await db().execute<Due>(sql`
    WITH due AS (
      UPDATE upstream_checks SET due = now() + ${again.answered} * interval '1 second'
      WHERE package_id IN (SELECT package_id FROM upstream_checks WHERE due <= now() ORDER BY due LIMIT ${most}
        FOR UPDATE SKIP LOCKED)
      RETURNING package_id
    )
    SELECT p.id::text, p.type, p.name,
      CASE WHEN EXISTS (SELECT FROM package_listings l WHERE l.package_id = p.id AND l.repo = ANY(${sql.param(locals)}::text[]))
        THEN '{}' ELSE ARRAY(SELECT l.repo FROM package_listings l
          WHERE l.package_id = p.id AND l.repo = ANY(${sql.param(remotes)}::text[]) ORDER BY l.repo) END AS repos,
      ARRAY(SELECT DISTINCT v.name FROM versions v WHERE v.package_id = p.id LIMIT ${mostVersions}) AS versions
    FROM due JOIN packages p ON p.id = due.package_id`);
  return rows;
}

/** Remembers that an upstream answered about all versions, unless a new version came since the request. */
export async function noteAnswered(packages: readonly Due[]): Promise<void> {
  const whole = packages.filter(({ versions }) => versions.length < mostVersions);
  await db().execute(sql`
    UPDATE upstream_checks SET answered = true
    WHERE due > now() AND NOT answered AND package_id = ANY(${sql.param(whole.map(({ id }) => id))}::bigint[])`);
}

/** They did not answer: sooner than otherwise. */
export async function askSooner(ids: readonly string[]): Promise<void> {
  await db().execute(sql`
    UPDATE upstream_checks SET due = now() + ${again.silent} * interval '1 second'
    WHERE package_id = ANY(${sql.param([...ids])}::bigint[])`);
}

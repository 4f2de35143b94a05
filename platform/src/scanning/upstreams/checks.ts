import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { allFormats } from '../../pipeline/Format.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import type { Target } from '../matching/scanQueue.ts';

/** Index types whose upstreams may report advisories. */
function reportingTypes(): string[] {
  return allFormats().flatMap(({ type, packagesType, queryAdvisories }) =>
    queryAdvisories ? [packagesType ?? type] : [],
  );
}

async function keysOf(type: 'local' | 'remote'): Promise<string[]> {
  return (await listRepositories()).filter((repository) => repository.type === type).map(({ key }) => key);
}

/**
 * Schedules upstream queries for scanned packages, in the current transaction: immediately for new
 * versions. Only packages in a remote repository are queried.
 */
export async function queueUpstreamChecks(targets: readonly Target[]): Promise<void> {
  const given = new Map(targets.map(({ packageId, version }) => [packageId, version !== null]));
  const remotes = await keysOf('remote');
  await db().execute(sql`
    INSERT INTO upstream_checks AS c (package_id, due)
    SELECT p.id, now() FROM unnest(${sql.param([...given.keys()])}::bigint[], ${sql.param([...given.values()])}::boolean[])
      AS g (id, fresh) JOIN packages p ON p.id = g.id
    WHERE p.type = ANY(${sql.param(reportingTypes())}::text[])
      AND EXISTS (SELECT FROM package_listings l WHERE l.package_id = p.id AND l.repo = ANY(${sql.param(remotes)}::text[]))
    ON CONFLICT (package_id) DO UPDATE SET due = least(c.due, excluded.due), answered = false
    WHERE (c.due > excluded.due OR c.answered) AND c.package_id = ANY(${sql.param(fresh(given))}::bigint[])`);
}

function fresh(given: ReadonlyMap<string, boolean>): string[] {
  return [...given].filter(([, isFresh]) => isFresh).map(([id]) => id);
}

/** A package that is in remote repositories only. */
export interface Due extends Record<string, unknown> {
  id: string;
  type: string;
  name: string;
  /** Remote repositories that contain it. */
  repos: string[];
  versions: string[];
}

/** Maximum versions of one package per request. */
const maxVersions = 2000;

/** Seconds until the next query, after a response and after a failure. */
const again = { answered: 86_400, silent: 3_600 };

/** Whether `takeDue` would return a package. */
export async function hasDue(): Promise<boolean> {
  const { rows } = await db().execute<{ due: boolean }>(sql`
    SELECT EXISTS (SELECT FROM upstream_checks WHERE due <= now()) AS due`);
  return rows[0]?.due ?? false;
}

/**
 * Takes the next packages and postpones them, so that no other node queries them. Packages that
 * must not be sent to an upstream have no repositories.
 */
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
      ARRAY(SELECT DISTINCT v.name FROM versions v WHERE v.package_id = p.id LIMIT ${maxVersions}) AS versions
    FROM due JOIN packages p ON p.id = due.package_id`);
  return rows;
}

/**
 * Records that an upstream responded for all versions, unless a new version was added since the
 * request.
 */
export async function noteAnswered(packages: readonly Due[]): Promise<void> {
  const whole = packages.filter(({ versions }) => versions.length < maxVersions);
  await db().execute(sql`
    UPDATE upstream_checks SET answered = true
    WHERE due > now() AND NOT answered AND package_id = ANY(${sql.param(whole.map(({ id }) => id))}::bigint[])`);
}

/** Schedules an earlier retry after a failure. */
export async function retrySooner(ids: readonly string[]): Promise<void> {
  await db().execute(sql`
    UPDATE upstream_checks SET due = now() + ${again.silent} * interval '1 second'
    WHERE package_id = ANY(${sql.param([...ids])}::bigint[])`);
}

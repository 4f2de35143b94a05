import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterCommit, db, sendPrepared } from '../../database/db.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { wakeJob } from '../../jobs/install.ts';
import { untilQuiet } from '../../jobs/serving.ts';
import type { VersionKey } from '../../packages/indexing.ts';
import type { Platform } from '../../platform/Platform.ts';
import { packageName, parsePath } from './layout.ts';
import { nameOf, repositoriesSeenWith } from './pom/storedPoms.ts';

/** Maximum number of versions that are reindexed after a change to one POM. */
const maxVersions = 200;
/** Number of POMs per batch; a version that inherits from several of them is indexed once. */
const batchSize = 100;
const jobName = 'index-inheriting-poms';

type Refresh = (version: VersionKey) => Promise<void>;

interface Queued extends Record<string, unknown> {
  id: string;
  repo: string;
  pom: string;
}

/**
 * Defines the job that reindexes versions after the POMs that they inherit from or import have
 * changed.
 */
export function defineInheritanceJob(platform: Platform, refresh: Refresh): void {
  platform.metrics.queues.add('maven-poms', async (limit) => {
    const { rows } = await db().execute<{ waiting: number }>(sql`
      SELECT count(*)::float8 AS waiting FROM (SELECT FROM maven_pom_queue LIMIT ${limit}) waiting`);
    return rows[0] ?? { waiting: 0 };
  });
  platform.jobs.define({
    name: jobName,
    description: 'Reindexes Maven versions after their parent POMs have changed',
    cluster: 'one',
    every: 60,
    first: 0,
    async pending() {
      const { rows } = await db().execute<{ some: boolean }>(sql`
        SELECT EXISTS (SELECT FROM maven_pom_queue) AS some`);
      return rows[0]?.some ?? false;
    },
    async run(signal) {
      // A build deploys its POMs sequentially: they are handled together after that.
      await untilQuiet(signal);
      const indexer = { refresh, signal, log: platform.log };
      while (!signal.aborted && (await indexSome(indexer)));
    },
  });
}

interface Indexer {
  refresh: Refresh;
  signal: AbortSignal;
  log: FastifyInstance['log'];
}

/** Returns false when the queue is empty. An aborted batch is repeated. */
async function indexSome(indexer: Indexer): Promise<boolean> {
  const { rows } = await db().execute<Queued>(sql`
    SELECT id::text, repo, pom FROM maven_pom_queue ORDER BY id LIMIT ${batchSize}`);
  const due = new Map<string, VersionKey>();
  const poms = new Map(rows.map((row) => [`${row.repo} ${row.pom}`, row]));
  for (const { repo, pom } of poms.values())
    for (const [id, version] of await inheritingVersions(repo, pom)) due.set(id, version);
  for (const version of due.values()) {
    if (indexer.signal.aborted) return false;
    await indexOne(version, indexer);
  }
  await db().execute(sql`
    DELETE FROM maven_pom_queue WHERE id = ANY(${sql.param(rows.map(({ id }) => id))}::bigint[])`);
  return rows.length > 0;
}

async function indexOne(version: VersionKey, { refresh, log }: Indexer): Promise<void> {
  try {
    await refresh(version);
  } catch (err) {
    if (isUnavailable(err)) throw err;
    // The other versions don't wait for one that cannot be indexed.
    log.warn({ err, ...version }, 'Failed to reindex a Maven version');
  }
}

/**
 * Queues the versions that inherit from a POM or import it, in the transaction that stores the POM.
 * Parents often arrive after them, and only parents may contain the license or the versions.
 */
export function queueInheritingVersions(repo: string, pom: string): void {
  sendPrepared(
    'queue-inheriting-poms',
    sql`INSERT INTO maven_pom_queue (repo, pom) VALUES (${repo}, ${pom})`,
  );
  afterCommit(() => wakeJob(jobName));
}

/** Versions that inherit from a POM directly or indirectly, by repository and file name. */
async function inheritingVersions(repo: string, pom: string): Promise<Map<string, VersionKey>> {
  const found = new Map<string, VersionKey>();
  const visited = new Set<string>();
  const open = [{ repo, pom }];
  for (let next = open.shift(); next && found.size < maxVersions; next = open.shift()) {
    const of = `${next.repo} ${next.pom}`;
    if (visited.has(of)) continue;
    visited.add(of);
    for (const child of await inheritingPoms(next.repo, next.pom)) {
      const path = parsePath(child.path);
      if (path?.kind !== 'artifact' || found.size >= maxVersions) continue;
      const [name, { version }] = [packageName(path), path];
      found.set(`${child.repo} ${nameOf(path)}`, { repo: child.repo, type: 'maven', name, version });
      open.push({ repo: child.repo, pom: nameOf(path) });
    }
  }
  return found;
}

async function inheritingPoms(repo: string, pom: string): Promise<{ repo: string; path: string }[]> {
  const { rows } = await db().execute<{ repo: string; path: string }>(sql`
    SELECT f.repo, f.path FROM (
      SELECT file_id FROM maven_parents WHERE parent = ${pom} UNION SELECT file_id FROM maven_imports WHERE bom = ${pom}
    ) m JOIN files f ON f.id = m.file_id
    WHERE f.repo = ANY(${sql.param(await repositoriesSeenWith(repo))}::text[]) ORDER BY f.id DESC LIMIT ${maxVersions}`);
  return rows;
}

import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { currentPlatform, db, transaction } from '../../../database/db.ts';
import { findFile } from '../../../files/files.ts';
import { wakeJob } from '../../../jobs/install.ts';
import { isUnpacking, sinceClientRequest } from '../../../jobs/serving.ts';
import { indexVersion, setTags } from '../../../packages/indexing.ts';
import { blobs } from '../../../storage/storage.ts';
import { tarballPath } from '../names.ts';
import { indexEntry } from '../publish/indexEntry.ts';
import { readTarball } from '../tarball.ts';
import { packumentKeeper } from './keepPackuments.ts';
import { publishTime } from './publishTimes.ts';

/** Milliseconds without requests before the next tarball is read: installations have priority. */
const quietMs = 500;
/**
 * Maximum milliseconds for which continuous requests postpone the work; then it continues
 * concurrently.
 */
const maxPostponedMs = 10_000;
/**
 * While a client unpacks packages, the job pauses after each tarball for this multiple of the time
 * it took.
 */
const pauseFactor = 9;
const jobName = 'index-cached-npm-packages';

interface Waiting extends Record<string, unknown> {
  id: string;
  repo: string;
  name: string;
  version: string;
}

/** Reads cached tarballs sequentially, and indexes their content. */
class Indexer {
  readonly #log: FastifyInstance['log'];
  readonly #signal: AbortSignal;
  /** Start of the current period of continuous requests. */
  #postponedSince: number | undefined;

  constructor(log: FastifyInstance['log'], signal: AbortSignal) {
    this.#log = log;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    let last = '0';
    for (let next = await nextAfter(last); next.length > 0; next = await nextAfter(last)) {
      for (const waiting of next) {
        await this.#untilQuiet();
        if (this.#signal.aborted) return;
        last = waiting.id;
        const began = performance.now();
        // The upstream's metadata can contain more than the tarball.
        await packumentKeeper().flush();
        await this.#index(waiting);
        if (isUnpacking()) await this.#pause((performance.now() - began) * pauseFactor);
      }
    }
  }

  async #index(waiting: Waiting): Promise<void> {
    try {
      await indexCached(waiting);
    } catch (err) {
      const { repo, name, version } = waiting;
      this.#log.warn({ err, repo, name, version }, 'Failed to index a cached npm package');
    }
  }

  async #untilQuiet(): Promise<void> {
    for (;;) {
      const pause = quietMs - sinceClientRequest();
      const now = performance.now();
      if (pause <= 0) this.#postponedSince = undefined;
      else this.#postponedSince ??= now;
      if (pause <= 0 || this.#signal.aborted || now - (this.#postponedSince ?? now) > maxPostponedMs) return;
      await this.#pause(pause);
    }
  }

  /** Ends early if the job is aborted. */
  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

export const createReports = (): { failed(err: unknown, message: string): void } => ({
  failed: () => undefined,
});
const reports = () => currentPlatform().formats.npm.reports;

/** Defines the job that indexes cached tarballs. */
export function defineIndexJob(app: FastifyInstance): void {
  const report = app.platform.formats.npm.reports;
  report.failed = (err, message) => app.log.warn({ err }, message);
  app.addHook('onClose', async () => {
    report.failed = () => undefined;
  });
  app.metrics.queues.add('npm-index', async (limit) => {
    const { rows } = await db().execute<{ waiting: number }>(sql`
      SELECT count(*)::float8 AS waiting FROM (SELECT FROM npm_index_queue LIMIT ${limit}) waiting`);
    return rows[0] ?? { waiting: 0 };
  });
  app.jobs.define({
    name: jobName,
    description: 'Indexes npm packages that were cached from upstreams',
    cluster: 'one',
    every: 60,
    first: 0,
    pending: async () => (await nextAfter('0')).length > 0,
    run: (signal) => new Indexer(app.log, signal).run(),
  });
}

/** Call after tarballs were cached. */
export function wakeIndexer(): void {
  wakeJob(jobName);
}

/** Returns an error handler for background work that logs failures until the server stops. */
export function logFailure(message: string): (error: unknown) => void {
  const report = reports();
  return (error) => report.failed(error, message);
}

async function nextAfter(id: string): Promise<Waiting[]> {
  const { rows } = await db().execute<Waiting>(sql`
    SELECT id::text, repo, name, version FROM npm_index_queue WHERE id > ${id}::bigint ORDER BY id LIMIT 50`);
  return rows;
}

async function indexCached({ id, repo, name, version }: Waiting): Promise<void> {
  const file = await findFile(repo, tarballPath(name, version));
  const contents = file && (await readTarball(await blobs().open(file.sha256)).catch(() => undefined));
  const published = await publishTime(repo, name, version);
  await transaction(async () => {
    const taken = await db().execute(sql`DELETE FROM npm_index_queue WHERE id = ${id}::bigint`);
    // Another node was faster, or the file was deleted.
    if (!taken.rowCount || !file) return;
    const { rows } = await db().execute<{ tags: Record<string, string> }>(sql`
      SELECT tags FROM npm_packages WHERE repo = ${repo} AND name = ${name}`);
    await indexVersion(
      indexEntry({
        repo,
        name,
        version,
        manifest: contents?.manifest ?? {},
        created: published ?? file.created,
        file,
        ...(contents?.readme === undefined ? {} : { readme: contents.readme }),
      }),
    );
    await setTags(repo, 'npm', name, rows[0]?.tags ?? {});
  });
}

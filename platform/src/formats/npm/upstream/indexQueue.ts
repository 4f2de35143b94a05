import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction, withStorage } from '../../../database/db.ts';
import { findFile } from '../../../files/files.ts';
import { isUnpacking, sinceServed } from '../../../jobs/serving.ts';
import { indexVersion, setTags } from '../../../packages/indexing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { blobs, currentStorage } from '../../../storage/storage.ts';
import { tarballPath } from '../names.ts';
import { indexEntry } from '../publish/indexEntry.ts';
import { readTarball } from '../tarball.ts';
import { packumentKeeper } from './keepPackuments.ts';
import { publishTime } from './publishTimes.ts';

/** Of quiet before the next tarball is looked into, in milliseconds: whoever installs goes first. */
const quiet = 500;
/** How long an install without pause may put all of it off; after that it goes on beside whoever is served. */
const mostPostponed = 10_000;
/** While somebody unpacks what he was given it rests after each, so many times as long as that took. */
const restful = 9;
/** How often tarballs of other nodes, or of an earlier run, are looked for. */
const rounds = 60_000;

interface Waiting extends Record<string, unknown> {
  id: string;
  repo: string;
  name: string;
  version: string;
}

/** Looks into cached tarballs, one after the other, and puts what they hold into the index. */
class Indexer {
  readonly #app: FastifyInstance;
  /** Since when somebody has been served without a pause while tarballs waited. */
  #putOffSince: number | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #wakeUp: (() => void) | undefined;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  tell(err: unknown, what: string): void {
    if (!this.#stopped) this.#app.log.warn({ err }, what);
  }

  wake(): void {
    this.#again = true;
    if (this.#running || this.#stopped) return;
    clearTimeout(this.#timer);
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#stopped) return;
      if (this.#again) this.wake();
      else this.#timer = setTimeout(() => this.wake(), rounds).unref();
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#wakeUp?.();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#again = false;
    try {
      let last = '0';
      for (;;) {
        const next = await nextAfter(last);
        for (const waiting of next) {
          await this.#untilQuiet();
          if (this.#stopped) return;
          last = waiting.id;
          const began = performance.now();
          // What the upstream said of it may say more than it does.
          await packumentKeeper().flush();
          await this.#index(waiting);
          if (isUnpacking()) await this.#pause((performance.now() - began) * restful);
        }
        if (next.length === 0) return;
      }
    } catch (error) {
      if (!this.#stopped)
        this.#app.log.error({ err: error }, 'cached npm packages wait for a later round of indexing');
    }
  }

  async #index(waiting: Waiting): Promise<void> {
    try {
      await indexCached(waiting);
    } catch (error) {
      const { repo, name, version } = waiting;
      this.#app.log.warn({ err: error, repo, name, version }, 'a cached npm package could not be indexed');
    }
  }

  async #untilQuiet(): Promise<void> {
    for (;;) {
      const pause = quiet - sinceServed();
      const now = performance.now();
      if (pause <= 0) this.#putOffSince = undefined;
      else this.#putOffSince ??= now;
      if (pause <= 0 || this.#stopped || now - (this.#putOffSince ?? now) > mostPostponed) return;
      await this.#pause(pause);
    }
  }

  /** Ends early when the server does. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#stopped) return;
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      setTimeout(resolve, milliseconds);
    });
  }
}

const indexers = new WeakMap<Storage, Indexer>();

/** Starts with the server, and ends with it. */
export function installIndexer(app: FastifyInstance, storage: Storage): void {
  const indexer = new Indexer(app);
  indexers.set(storage, indexer);
  app.addHook('onReady', () => withStorage(storage, async () => indexer.wake()));
  app.addHook('onClose', () => indexer.stop());
}

/** Tarballs were cached. */
export function wakeIndexer(): void {
  indexers.get(currentStorage())?.wake();
}

/** For what nobody waits for. */
export function tellOfFailure(what: string): (error: unknown) => void {
  const indexer = indexers.get(currentStorage());
  return (error) => indexer?.tell(error, what);
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
    // Another node was faster, or the file is gone.
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

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterCommit, db, sendPrepared, withStorage } from '../../database/db.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { untilQuiet } from '../../jobs/serving.ts';
import type { VersionKey } from '../../packages/indexing.ts';
import type { Storage } from '../../storage/storage.ts';
import { currentStorage } from '../../storage/storage.ts';
import { packageName, parsePath } from './layout.ts';
import { nameOf, reposBeside } from './pom/heldPoms.ts';

/** So many versions are looked at again when a POM that they inherit from comes or changes. */
const mostHeirs = 200;
/** POMs whose heirs are looked at together: a version that inherits from several of them is so but once. */
const atOnce = 100;
/** How often it is looked for what other nodes, or an earlier run, have left, in milliseconds. */
const rounds = 60_000;

type Refresh = (version: VersionKey) => Promise<void>;

interface Queued extends Record<string, unknown> {
  id: string;
  repo: string;
  pom: string;
}

/** Looks again at versions whose POMs inherit from others, or import them, once these have come or changed. */
class Heirs {
  readonly #app: FastifyInstance;
  readonly #storage: Storage;
  readonly #refresh: Refresh;
  #running: Promise<void> | undefined;
  #again = false;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance, storage: Storage, refresh: Refresh) {
    this.#app = app;
    this.#storage = storage;
    this.#refresh = refresh;
  }

  start(): void {
    this.wake();
    this.#timer = setInterval(() => this.wake(), rounds).unref();
  }

  wake(): void {
    this.#again = true;
    if (this.#stopping.signal.aborted) return;
    this.#running ??= withStorage(this.#storage, () => this.#run()).finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    // A build deploys one POM after the other, and waits for each: they are looked at together after that.
    await untilQuiet(this.#stopping.signal);
    this.#again = false;
    try {
      while (!this.#stopping.signal.aborted && (await this.#refreshSome()));
    } catch (err) {
      if (!this.#stopping.signal.aborted)
        this.#app.log.error({ err }, 'Maven POMs wait for a later round of indexing');
    }
  }

  /** False when nothing was left. What is broken off is done again. */
  async #refreshSome(): Promise<boolean> {
    const { rows } = await db().execute<Queued>(sql`
      SELECT id::text, repo, pom FROM maven_heir_queue ORDER BY id LIMIT ${atOnce}`);
    const due = new Map<string, VersionKey>();
    const poms = new Map(rows.map((row) => [`${row.repo} ${row.pom}`, row]));
    for (const { repo, pom } of poms.values())
      for (const [id, heir] of await heirsOf(repo, pom)) due.set(id, heir);
    for (const heir of due.values()) {
      if (this.#stopping.signal.aborted) return false;
      await this.#refreshOne(heir);
    }
    await db().execute(sql`
      DELETE FROM maven_heir_queue WHERE id = ANY(${sql.param(rows.map(({ id }) => id))}::bigint[])`);
    return rows.length > 0;
  }

  async #refreshOne(heir: VersionKey): Promise<void> {
    try {
      await this.#refresh(heir);
    } catch (err) {
      if (isUnavailable(err)) throw err;
      // One that cannot be indexed is no reason for others to wait.
      this.#app.log.warn({ err, ...heir }, 'a Maven version could not be indexed again');
    }
  }
}

const installed = new WeakMap<Storage, Heirs>();

/** Starts with the server, and ends with it. */
export function installHeirs(app: FastifyInstance, storage: Storage, refresh: Refresh): void {
  const heirs = new Heirs(app, storage, refresh);
  installed.set(storage, heirs);
  app.addHook('onReady', async () => heirs.start());
  app.addHook('onClose', () => heirs.stop());
}

/**
 * After a POM came or changed, in the current transaction: those that inherit from it or import it, which often come before it, are looked
 * at again after that. Licences and versions may be said there alone.
 */
export function queueHeirs(repo: string, pom: string): void {
  sendPrepared('queue-heirs', sql`INSERT INTO maven_heir_queue (repo, pom) VALUES (${repo}, ${pom})`);
  const storage = currentStorage();
  afterCommit(() => installed.get(storage)?.wake());
}

/** The versions whose POMs do, also by way of others; by repository, name and version. */
async function heirsOf(repo: string, pom: string): Promise<Map<string, VersionKey>> {
  const found = new Map<string, VersionKey>();
  const asked = new Set<string>();
  const open = [{ repo, pom }];
  for (let next = open.shift(); next && found.size < mostHeirs; next = open.shift()) {
    const of = `${next.repo} ${next.pom}`;
    if (asked.has(of)) continue;
    asked.add(of);
    for (const heir of await pomsOfHeirs(next.repo, next.pom)) {
      const path = parsePath(heir.path);
      if (path?.kind !== 'artifact' || found.size >= mostHeirs) continue;
      const [name, { version }] = [packageName(path), path];
      found.set(`${heir.repo} ${nameOf(path)}`, { repo: heir.repo, type: 'maven', name, version });
      open.push({ repo: heir.repo, pom: nameOf(path) });
    }
  }
  return found;
}

async function pomsOfHeirs(repo: string, pom: string): Promise<{ repo: string; path: string }[]> {
  const { rows } = await db().execute<{ repo: string; path: string }>(sql`
    SELECT f.repo, f.path FROM (
      SELECT file_id FROM maven_parents WHERE parent = ${pom} UNION SELECT file_id FROM maven_imports WHERE bom = ${pom}
    ) m JOIN files f ON f.id = m.file_id
    WHERE f.repo = ANY(${sql.param(await reposBeside(repo))}::text[]) ORDER BY f.id DESC LIMIT ${mostHeirs}`);
  return rows;
}

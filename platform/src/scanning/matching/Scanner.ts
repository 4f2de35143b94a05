import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db, transaction, withStorage } from '../../database/db.ts';
import { isTime } from '../../jobs/serving.ts';
import { indexState } from '../../packages/indexChanges.ts';
import type { Storage } from '../../storage/storage.ts';
import { importing } from '../imports/importJobs.ts';
import { lockScanning } from './lock.ts';
import { matchTargets } from './matchTargets.ts';
import { rangeNewTypes } from './rangeNewTypes.ts';
import { takeFromSweep, takeTargets } from './scanQueue.ts';
import { onWake } from './wake.ts';

/**
 * How often this process looks whether it has changed the index itself, in milliseconds: what is published within is looked at together,
 * so that whoever publishes much has the machine.
 */
const glance = 1_000;
/** How often the queue is looked at for what other nodes have put there. */
const rounds = 5_000;
/** At once: short enough that an import which waits for it does not notice. */
const versionsAtOnce = 1_000;
const packagesAtOnce = 500;

/** Looks at what is queued, one batch after the other, for as long as the server runs. */
class Scanner {
  readonly #app: FastifyInstance;
  readonly #storage: Storage;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #stopped = false;
  /** Somebody has work that may have come too late for the batch under way. */
  #wanted = false;
  #seen = -1;
  #dueSince: number | undefined;
  #next = 0;

  constructor(app: FastifyInstance, storage: Storage) {
    this.#app = app;
    this.#storage = storage;
  }

  start(): void {
    withStorage(this.#storage, () => onWake(() => this.#work()));
    this.#timer = setInterval(() => this.#look(), glance).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    withStorage(this.#storage, () => onWake(() => {}));
    await this.#working;
  }

  #look(): void {
    if (this.#working) return;
    const state = withStorage(this.#storage, indexState);
    if (state === this.#seen && Date.now() < this.#next) return;
    // Whoever publishes one version after the other waits for each: they are looked at together after that.
    this.#dueSince ??= performance.now();
    if (!withStorage(this.#storage, () => isTime(this.#dueSince ?? 0))) return;
    this.#dueSince = undefined;
    this.#seen = state;
    this.#work();
  }

  #work(): void {
    this.#wanted = true;
    if (this.#working || this.#stopped) return;
    this.#wanted = false;
    this.#working = withStorage(this.#storage, () => this.#run()).finally(() => {
      this.#working = undefined;
      this.#next = Date.now() + rounds;
      if (this.#wanted) this.#work();
    });
  }

  async #run(): Promise<void> {
    try {
      // Of what comes meanwhile little is worth a batch of its own: it waits for the next look.
      while (!this.#stopped && (await scanSome()) === 'more');
    } catch (error) {
      if (!this.#stopped) this.#app.log.error({ err: error }, 'versions wait for a later round of scanning');
    }
  }
}

/** Looks at the next versions; says whether there were any, and whether more of them waited than it takes at once. */
async function scanSome(): Promise<'none' | 'some' | 'more'> {
  // Without the lock, so that an idle server waits for nobody.
  const { rows } = await db().execute<{ queued: boolean; sweeping: boolean }>(sql`
    SELECT EXISTS (SELECT FROM scan_queue) AS queued,
      EXISTS (SELECT FROM scan_sweep WHERE after IS NOT NULL) AND NOT ${importing} AS sweeping`);
  if (await rangeNewTypes()) return 'more';
  const sweeping = rows[0]?.sweeping ?? false;
  if (!rows[0]?.queued && !sweeping) return 'none';
  return transaction(async () => {
    await lockScanning();
    const { taken, targets: queued } = await takeTargets(versionsAtOnce);
    const targets = queued.length > 0 || !sweeping ? queued : await takeFromSweep(packagesAtOnce);
    await matchTargets(targets);
    if (targets.length === 0) return 'none';
    return sweeping || taken === versionsAtOnce ? 'more' : 'some';
  });
}

/** Until nothing waits: for tests and benches, that cannot wait for the next round. */
export async function scanAll(): Promise<void> {
  while ((await scanSome()) !== 'none');
}

export function installScanner(app: FastifyInstance, storage: Storage): void {
  const scanner = new Scanner(app, storage);
  app.addHook('onReady', async () => scanner.start());
  app.addHook('onClose', () => scanner.stop());
}

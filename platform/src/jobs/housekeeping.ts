import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import type { Storage } from '../storage/storage.ts';

export interface Job {
  /** For the log: `collecting bytes`. */
  name: string;
  /** In seconds; the first time comes after ten minutes at the latest. */
  every: number;
  /** May give how many things it dropped. */
  run(): Promise<unknown>;
}

/** How often it is looked which jobs are due, in milliseconds. */
const tick = 60_000;
const first = 600_000;

/** Runs jobs that drop what nobody needs any more, one after the other, for as long as the app does. */
export function keepHouse(app: FastifyInstance, storage: Storage, jobs: readonly Job[]): void {
  const due = new Map<Job, number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  const round = async () => {
    for (const job of jobs) {
      if (closed || Date.now() < (due.get(job) ?? 0)) continue;
      due.set(job, Date.now() + job.every * 1000);
      try {
        const dropped = await withStorage(storage, () => job.run());
        if (typeof dropped === 'number' && dropped > 0) app.log.info({ dropped }, job.name);
      } catch (error) {
        app.log.error({ err: error }, `${job.name} failed`);
      }
    }
    schedule();
  };
  const schedule = () => {
    if (closed) return;
    timer = setTimeout(() => {
      running = round();
    }, tick).unref();
  };

  app.addHook('onReady', async () => {
    for (const job of jobs) due.set(job, Date.now() + Math.min(job.every * 1000, first));
    schedule();
  });
  app.addHook('onClose', async () => {
    closed = true;
    clearTimeout(timer);
    await running;
  });
}

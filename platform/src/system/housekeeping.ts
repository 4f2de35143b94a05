import type { FastifyInstance } from 'fastify';
import { withStorage } from '../storage/db.ts';
import type { Storage } from '../storage/storage.ts';

/** How often, and how long after the start, in milliseconds. */
const every = 10 * 60_000;
const first = 60_000;

/** Jobs that drop what nobody needs any more, run one after the other for as long as the app does. */
export function keepHouse(
  app: FastifyInstance,
  storage: Storage,
  jobs: Record<string, () => Promise<void>>,
): void {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closed = false;

  const round = async () => {
    for (const [name, job] of Object.entries(jobs)) {
      if (closed) return;
      await withStorage(storage, job).catch((error: unknown) =>
        app.log.error({ err: error }, `${name} failed`),
      );
    }
    schedule(every);
  };
  const schedule = (pause: number) => {
    if (closed) return;
    timer = setTimeout(() => {
      running = round();
    }, pause).unref();
  };

  app.addHook('onReady', async () => schedule(first));
  app.addHook('onClose', async () => {
    closed = true;
    clearTimeout(timer);
    await running;
  });
}

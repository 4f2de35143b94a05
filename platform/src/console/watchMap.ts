import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import type { Storage } from '../storage/storage.ts';
import type { Console } from './Console.ts';

/** Interval between checks of the operator's map, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Detects changes of the operator's map even without page requests, so that each is recorded. */
export function watchMap(
  app: FastifyInstance,
  storage: Storage,
  site: () => Promise<Console | undefined>,
): void {
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    looking ??= withStorage(storage, async () => (await site())?.lookForChanges())
      .catch((error: unknown) => app.log.error({ err: error }, 'Failed to read the import map'))
      .finally(() => {
        looking = undefined;
      });
  };
  // The storage may not be open before this hook.
  app.addHook('onReady', async () => {
    timer = setInterval(look, INTERVAL_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await looking;
  });
}

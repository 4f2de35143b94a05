import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import type { Storage } from '../storage/storage.ts';
import type { Console } from './Console.ts';

/** Time between two looks at the operator's map, in milliseconds. */
const INTERVAL_MS = 2_000;

/** Finds changes of the operator's map also while no page is requested, so that each is recorded. */
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
  // Before that the storage may not be open.
  app.addHook('onReady', async () => {
    timer = setInterval(look, INTERVAL_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await looking;
  });
}

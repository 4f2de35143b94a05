import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import { flushDownloads } from '../files/downloads.ts';
import type { Storage } from '../storage/storage.ts';
import { countVersionDownloads } from './downloads.ts';

/** Milliseconds from a download to its count. */
const interval = 1000;

/** Writes what was downloaded, batch by batch, for as long as the server runs; the last batch when it stops. */
export async function countDownloads(app: FastifyInstance, { storage }: { storage: Storage }): Promise<void> {
  let writing: Promise<void> | undefined;
  const flush = () => {
    writing ??= withStorage(storage, () => flushDownloads(countVersionDownloads))
      .catch((error: unknown) => app.log.error({ err: error }, 'downloads could not be counted yet'))
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };
  const timer = setInterval(flush, interval);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await writing;
    await flush();
  });
}

import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import { flushDownloads } from '../files/downloads.ts';
import { countVersionDownloads } from './downloads.ts';

const jobName = 'count-downloads';
/** Milliseconds from a download until it is counted. */
const delayMs = 1000;

/**
 * Defines the job that stores download counts in batches. The last batch is stored when the server
 * stops.
 */
export function defineDownloadJob(app: FastifyInstance): void {
  const { storage, files } = app.platform;
  app.jobs.define({
    name: jobName,
    description: 'Stores download counts',
    cluster: 'each',
    settle: delayMs,
    async run() {
      if (await flushDownloads(countVersionDownloads)) app.jobs.wake(jobName);
    },
  });
  files.downloads.listener = () => app.jobs.wake(jobName);
  app.addHook('onClose', async () => {
    await app.jobs.stop();
    try {
      await withStorage(storage, () => flushDownloads(countVersionDownloads));
    } catch (err) {
      app.log.error({ err }, 'Failed to store the last download counts');
    }
  });
}

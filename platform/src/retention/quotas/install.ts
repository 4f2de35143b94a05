import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../database/db.ts';
import { quotaJob } from '../../storage/capacity.ts';
import { Quotas } from './Quotas.ts';

/** Enforces the storage quotas of repositories and projects on this node. */
export function installQuotas(app: FastifyInstance): void {
  const quotas = new Quotas(app.platform);
  app.platform.capacity.check = (repo, bytes) => quotas.check(repo, bytes);
  app.jobs.define({
    name: quotaJob,
    description: 'Reads storage quotas, and counts the content that they apply to',
    cluster: 'each',
    every: 60,
    first: 60,
    // Only recorded as a run if there are quotas. The check each minute takes two small queries.
    pending: async () => {
      await quotas.refresh();
      return false;
    },
    run: () => quotas.refresh(),
  });
  app.addHook('onReady', () => withStorage(app.platform.storage, () => quotas.refresh()));
  app.addHook('onClose', async () => quotas.stop());
}

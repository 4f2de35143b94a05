import type { FastifyInstance } from 'fastify';
import { mailAdministrators } from '../../access/mail/administrators.ts';
import { withStorage } from '../../database/db.ts';
import { quotaJob } from '../../storage/capacity.ts';
import { Quotas } from './Quotas.ts';

/** Seconds until a node applies new quotas and counts freed room of other nodes. */
const sharedEvery = 15;

/** Enforces the storage quotas of repositories and projects on this node. */
export function installQuotas(app: FastifyInstance): void {
  const { seal, log } = app;
  const { publicUrl } = app.platform;
  // The embedded database supports only one node.
  const isShared = app.settings.databaseUrl !== undefined;
  const quotas = new Quotas({
    events: app.platform.events,
    log,
    isShared,
    onCrossing: () => app.jobs.wake(quotaJob),
    mail: (subject, text) =>
      mailAdministrators(
        { subject, text: `${text}${publicUrl.link('/ui/admin/monitoring/storage')}` },
        { seal, log },
      ),
  });
  app.platform.capacity.limits = quotas;
  app.jobs.define({
    name: quotaJob,
    description: 'Reads storage quotas, counts their content, and warns administrators',
    cluster: 'each',
    every: isShared ? sharedEvery : 60,
    first: 60,
    // Only recorded as a run if there is something to report. The check takes two small queries.
    pending: async () => {
      await quotas.refresh();
      return quotas.hasCrossed;
    },
    run: async () => {
      await quotas.refresh();
      await quotas.report();
    },
  });
  app.addHook('onReady', () => withStorage(app.platform.storage, () => quotas.refresh()));
  app.addHook('onClose', async () => quotas.stop());
}

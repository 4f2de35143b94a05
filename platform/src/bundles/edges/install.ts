import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { DueWork } from '../../jobs/DueWork.ts';
import { Distributor, untilNextDistribution, waitingDistributions } from './send/Distributor.ts';
import { distributeJob } from './send/distributions.ts';
import { checkEdges } from './servers.ts';

/** Adds the job that sends release bundles to edges. */
export function installDistribution(app: FastifyInstance): void {
  const distributor = new Distributor(app.seal);
  const due = new DueWork({ wake: () => app.jobs.wake(distributeJob), untilNext: untilNextDistribution });
  app.metrics.queues.add('distribution', waitingDistributions);
  app.jobs.define({
    name: distributeJob,
    description: 'Distributes release bundles to edges',
    cluster: 'one',
    every: 60,
    first: 1,
    pending: () => due.isDue(),
    run: async (signal) => {
      await distributor.run(signal);
      if (!signal.aborted) await due.wakeWhenDue();
    },
  });
  app.jobs.define({
    name: 'check-edges',
    description: 'Checks the version and availability of edges',
    cluster: 'one',
    every: 60,
    first: 5,
    pending: async () => (await db().execute(sql`SELECT FROM edge_targets LIMIT 1`)).rows.length > 0,
    run: () => checkEdges(app.seal),
  });
  app.addHook('onClose', async () => due.stop());
}

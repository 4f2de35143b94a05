import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { Distributor, untilNextDistribution } from './send/Distributor.ts';
import { distributeJob } from './send/distributions.ts';
import { checkEdges } from './servers.ts';

/** Adds the job that sends release bundles to edges. */
export function installDistribution(app: FastifyInstance): void {
  const distributor = new Distributor(app.seal);
  let retry: NodeJS.Timeout | undefined;
  app.jobs.define({
    name: distributeJob,
    description: 'Distributes release bundles to edges',
    cluster: 'one',
    every: 60,
    first: 1,
    pending: async () => {
      const { rows } = await db().execute(
        sql`SELECT FROM distributions WHERE state IN ('waiting', 'running') AND next_attempt <= now() LIMIT 1`,
      );
      return rows.length > 0;
    },
    run: async (signal) => {
      clearTimeout(retry);
      await distributor.run(signal);
      const wait = signal.aborted ? undefined : await untilNextDistribution();
      if (wait !== undefined)
        retry = setTimeout(() => app.jobs.wake(distributeJob), Math.max(wait, 0) + 50).unref();
    },
  });
  app.jobs.define({
    name: 'check-edges',
    description: 'Asks edges for their version, and notes whether they respond',
    cluster: 'one',
    every: 60,
    first: 5,
    pending: async () => (await db().execute(sql`SELECT FROM edge_targets LIMIT 1`)).rows.length > 0,
    run: () => checkEdges(app.seal),
  });
  app.addHook('onClose', async () => clearTimeout(retry));
}

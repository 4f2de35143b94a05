import type { FastifyInstance } from 'fastify';
import { backupRoutes } from './backup/routes.ts';
import { collectionRoutes } from './garbageCollection/routes.ts';
import { probeRoutes } from './health/probeRoutes.ts';
import { integrityRoutes } from './integrity/routes.ts';
import { jobRoutes } from './jobs/routes.ts';
import { metricsRoutes } from './metrics/routes.ts';
import { supportNodeRoutes } from './support/nodes/nodeRoutes.ts';
import { supportRoutes } from './support/routes.ts';

/** Adds the routes for operators of the server. */
export async function operationsRoutes(app: FastifyInstance): Promise<void> {
  await app.register(probeRoutes);
  await app.register(collectionRoutes);
  await app.register(integrityRoutes);
  await app.register(jobRoutes);
  await app.register(supportRoutes);
  await app.register(supportNodeRoutes);
  await app.register(backupRoutes, { prefix: '/ui/api/v1/ui/backups' });
  await app.register(metricsRoutes);
}

import type { FastifyInstance } from 'fastify';
import { policyRoutes } from './policies/routes.ts';
import { installQuotas } from './quotas/install.ts';
import { usageRoutes } from './usage/routes.ts';

/** Use of storage, quotas, and cleanup policies. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(usageRoutes);
  await app.register(policyRoutes);
  // Hooks of the whole server.
  installQuotas(app);
}

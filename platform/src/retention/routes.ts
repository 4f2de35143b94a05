import type { FastifyInstance } from 'fastify';
import { policyRoutes } from './policies/routes.ts';
import { installQuotas } from './quotas/install.ts';
import { usageRoutes } from './usage/routes.ts';

/** Storage usage, quotas, and cleanup policies. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(usageRoutes);
  await app.register(policyRoutes);
  // Adds hooks to the whole server.
  installQuotas(app);
}

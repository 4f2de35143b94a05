import type { FastifyInstance } from 'fastify';
import type { Storage } from '../storage/storage.ts';
import { policyRoutes } from './policies/routes.ts';
import { installQuotas } from './quotas/install.ts';
import { usageRoutes } from './usage/routes.ts';

/** Use of storage, quotas, and cleanup policies. */
export async function retentionRoutes(
  app: FastifyInstance,
  { storage }: { storage: Storage },
): Promise<void> {
  await app.register(usageRoutes);
  await app.register(policyRoutes);
  // Hooks of the whole server.
  installQuotas(app, storage);
}

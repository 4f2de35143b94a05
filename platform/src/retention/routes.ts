import type { FastifyInstance } from 'fastify';
import { policyRoutes } from './policies/routes.ts';
import { usageRoutes } from './usage/routes.ts';

/** Use of storage, and cleanup policies. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(usageRoutes);
  await app.register(policyRoutes);
}

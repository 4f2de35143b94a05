import type { FastifyInstance } from 'fastify';
import { usageRoutes } from './usage/routes.ts';

/** Use of storage. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  await app.register(usageRoutes);
}

import type { FastifyInstance } from 'fastify';
import { sbomRoutes } from './sbom/routes.ts';

/** What is inside packages, and what differs between their versions. */
export async function insightRoutes(app: FastifyInstance): Promise<void> {
  await app.register(sbomRoutes);
}

import type { FastifyInstance } from 'fastify';
import { compareRoutes } from './compare/routes.ts';
import { contentRoutes } from './contents/routes.ts';
import { dependencyRoutes } from './dependencies/routes.ts';
import { sbomRoutes } from './sbom/routes.ts';

/** Contents of packages, and differences between versions. */
export async function insightRoutes(app: FastifyInstance): Promise<void> {
  await app.register(compareRoutes);
  await app.register(contentRoutes);
  await app.register(dependencyRoutes);
  await app.register(sbomRoutes);
}

import type { FastifyInstance } from 'fastify';
import { aqlRoutes } from './aql/routes.ts';
import { defineArchiveJob } from './archives/indexArchives.ts';
import { consoleSearchRoutes } from './console/routes.ts';
import { publicSearchRoutes } from './public/routes.ts';

/**
 * Search routes over all repositories that the caller can read, and the index of archive contents.
 */
export async function searchRoutes(app: FastifyInstance): Promise<void> {
  await app.register(publicSearchRoutes);
  await app.register(aqlRoutes);
  await app.register(consoleSearchRoutes);
  if (app.settings.archiveIndexing) defineArchiveJob(app);
}

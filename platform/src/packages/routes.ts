import type { FastifyInstance } from 'fastify';
import { onRepositoryDeleted } from '../repositories/removal.ts';
import { readmeImageRoutes } from './about/imageRoutes.ts';
import { aboutRoutes } from './about/routes.ts';
import { defineDownloadJob } from './countDownloads.ts';
import { dependentsRoutes } from './dependents/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { facetRoutes } from './facets/routes.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import { defineHistoryJob } from './history/expireHistory.ts';
import { historyRoutes } from './history/routes.ts';
import { nativeRoutes } from './native/routes.ts';
import { removeRepositoryFromIndex } from './removeRepository.ts';
import { savedSearchRoutes } from './savedSearches/routes.ts';
import { searchNoteRoutes } from './search/routes.ts';
import { starRoutes } from './stars/routes.ts';
import { defineMigrationJob } from './usage/migrateIndex.ts';
import { usageRoutes } from './usage/routes.ts';

/** Routes of package and version metadata over all repositories that the caller can read. */
export async function metadataRoutes(app: FastifyInstance): Promise<void> {
  onRepositoryDeleted(app.platform, removeRepositoryFromIndex);
  defineDownloadJob(app);
  await app.register(graphqlRoutes);
  await app.register(exportRoutes);
  await app.register(nativeRoutes);
  await app.register(aboutRoutes);
  await app.register(readmeImageRoutes);
  await app.register(facetRoutes);
  await app.register(searchNoteRoutes);
  await app.register(dependentsRoutes);
  await app.register(historyRoutes);
  await app.register(savedSearchRoutes);
  await app.register(starRoutes);
  defineHistoryJob(app.platform);
  defineMigrationJob(app.platform);
  await app.register(usageRoutes);
}

import type { FastifyInstance } from 'fastify';
import { graphqlRoutes } from './graphql/routes.ts';

/** What is known of packages and versions, over all repositories that the caller may read. */
export async function metadataRoutes(app: FastifyInstance): Promise<void> {
  await app.register(graphqlRoutes);
}

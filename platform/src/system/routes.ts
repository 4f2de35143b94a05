import type { FastifyInstance } from 'fastify';

/** Whether the platform is there: open to everyone. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  app.get('/artifactory/api/system/ping', async (_request, reply) => reply.type('text/plain').send('OK'));
}

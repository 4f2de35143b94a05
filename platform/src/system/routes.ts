import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../storage/db.ts';

/** Whether the platform is there: open to everyone. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  const open = { config: { open: true } };

  /** `OK` as plain text: the server answers, whatever the state of the database. */
  app.get('/artifactory/api/system/ping', open, async (_request, reply) =>
    reply.type('text/plain').send('OK'),
  );

  /** Each service with its state; 503 while the database does not answer. */
  app.get('/router/api/v1/system/health', open, async (request, reply) => {
    const healthy = await db()
      .execute(sql`select 1`)
      .then(
        () => true,
        (error: unknown) => {
          request.log.warn({ err: error }, 'the database does not answer');
          return false;
        },
      );
    const state = healthy ? 'HEALTHY' : 'UNHEALTHY';
    const services = ['jfac', 'jfrt', 'jfmd'].map((service) => ({
      service_id: service,
      state,
      message: healthy ? 'OK' : 'The database does not answer',
    }));
    return reply
      .code(healthy ? 200 : 503)
      .send({ router: { node_id: 'lading', state, message: 'OK' }, services });
  });
}

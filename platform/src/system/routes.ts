import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../storage/db.ts';
import { version } from './version.ts';

/**
 * The version of the platform whose calls are answered here. Command lines ask for it and refuse to publish to older ones (a Go module needs
 * 6.6.1); from 7.82.2 on they would send large files in parts, by calls that are not here.
 */
const spoken = '7.77.0';

/** Whether the platform is there, and what it speaks: open to everyone. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  const open = { config: { open: true } };

  /** `OK` as plain text: the server answers, whatever the state of the database. */
  app.get('/artifactory/api/system/ping', open, async (_request, reply) =>
    reply.type('text/plain').send('OK'),
  );

  /** `{version, revision, addons, license}`, `revision` being this product's own version. */
  app.get('/artifactory/api/system/version', open, async () => ({
    version: spoken,
    revision: version,
    addons: [],
    license: 'Lading',
  }));

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

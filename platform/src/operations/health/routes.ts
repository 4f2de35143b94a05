import { PlatformVersion } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../access/accessRules.ts';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { serviceVersions } from '../../instance/serviceVersions.ts';
import { version } from '../../settings/version.ts';
import { countIntegrity, findLimit, findProblem } from './health.ts';

/** Adds the ping, version, and health routes, which are open to everyone. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  const nodeId = app.platform.node;
  const health = { config: { open: true } };

  await app.register(async (described) => {
    const api = ownApi(described, { tag: 'System', access: everyone });

    api.get(
      '/artifactory/api/system/ping',
      {
        schema: {
          summary: 'Returns `OK` while the server is running, whatever the state of the database.',
          response: { 200: file('text/plain', '`OK`.') },
        },
        config: { open: true },
      },
      async (_request, reply) => reply.type('text/plain').send('OK'),
    );

    api.get(
      '/artifactory/api/system/version',
      {
        schema: {
          summary: 'Returns the version of the API and of the product.',
          response: { 200: PlatformVersion },
        },
        config: { open: true },
      },
      async () => ({
        version: serviceVersions.artifactory,
        revision: version,
        addons: [],
        license: 'Lading',
      }),
    );
  });

  /**
   * Returns the state of each service. 200 with `DEGRADED` while writes are rejected, because files
   * are served. `storage` counts verified and corrupted blobs. 503 while the database or the blob
   * directory is not available.
   */
  app.get('/router/api/v1/system/health', health, async (request, reply) => {
    const problem = await findProblem((event, err) => request.log.warn({ err }, event));
    const limit = problem ?? findLimit();
    const state = problem === undefined ? (limit === undefined ? 'HEALTHY' : 'DEGRADED') : 'UNHEALTHY';
    const services = ['jfac', 'jfrt', 'jfmd'].map((service) => ({
      service_id: service,
      state,
      message: limit ?? 'OK',
    }));
    return reply.code(problem === undefined ? 200 : 503).send({
      router: { node_id: nodeId, state, message: limit ?? 'OK' },
      services,
      storage: countIntegrity(),
    });
  });
}

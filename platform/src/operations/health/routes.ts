import type { FastifyInstance } from 'fastify';
import { serviceVersions } from '../../instance/serviceVersions.ts';
import { readNodeId } from '../../settings/nodeId.ts';
import { version } from '../../settings/version.ts';
import { countIntegrity, findLimit, findProblem } from './health.ts';

/** Whether the platform is there, and what it speaks: open to everyone. */
export async function systemRoutes(app: FastifyInstance): Promise<void> {
  const nodeId = readNodeId(app.settings.home);
  const open = { config: { open: true } };

  /** `OK` as plain text: the server answers, whatever the state of the database. */
  app.get('/artifactory/api/system/ping', open, async (_request, reply) =>
    reply.type('text/plain').send('OK'),
  );

  /** `{version, revision, addons, license}`, `revision` being this product's own version. */
  app.get('/artifactory/api/system/version', open, async () => ({
    version: serviceVersions.artifactory,
    revision: version,
    addons: [],
    license: 'Lading',
  }));

  /**
   * Each service with its state: 200 also while writes are rejected, `DEGRADED`, as files are served. `storage` counts
   * verified and damaged blobs. 503 while the database or the blob directory is not available.
   */
  app.get('/router/api/v1/system/health', open, async (request, reply) => {
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

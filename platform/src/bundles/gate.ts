import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors/HttpError.ts';
import { entitlementsOf } from '../instance/entitlements.ts';
import { currentLicense } from '../instance/license.ts';

/**
 * Rejects requests to later routes unless the service is on and the license includes release
 * bundles.
 */
export function requireDistribution(app: FastifyInstance): void {
  app.addHook('onRequest', async () => {
    if (app.settings.distribution) return;
    throw new HttpError(
      404,
      'SERVICE_NOT_HERE',
      'Release bundles are unavailable: the service distribution is off (LADING_DISTRIBUTION=false)',
    );
  });
  app.addHook('preHandler', async () => {
    const { type } = await currentLicense(app.settings);
    const { entitlements } = entitlementsOf(type, app.services);
    if (entitlements.some(({ name, entitled }) => name === 'release_bundles' && entitled)) return;
    throw new HttpError(403, 'NO_LICENSE', 'Release bundles require an Enterprise Plus or Edge license');
  });
}

/** Throws `HttpError` 400 for requests with a project: bundles belong to none. */
export function refuseProject(request: FastifyRequest): void {
  const { project, project_key: key = project } = request.query as Record<string, unknown>;
  if (key === undefined || key === '' || key === 'default') return;
  throw new HttpError(
    400,
    'NO_PROJECTS',
    'Release bundles belong to no project. Send the request without the query parameter project',
  );
}

import { AvailablePackages } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { consoleUsers, everyone } from '../access/accessRules.ts';
import { file, ownApi } from '../http/api/ownApi.ts';
import { allFormats } from '../pipeline/Format.ts';
import { apiDocumentRoutes } from './apiDocumentRoutes.ts';
import { baseUrlRoutes } from './baseUrlRoutes.ts';
import { footerRoutes } from './footerRoutes.ts';
import { licenseRoutes } from './licenseRoutes.ts';
import { maintenanceRoutes } from './maintenanceRoutes.ts';
import { onboardingRoutes } from './onboardingRoutes.ts';
import { platformRoutes } from './platformRoutes.ts';

/** Adds routes of the platform as a whole: license, features, services, and name. */
export async function mcRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await app.register(licenseRoutes, { prefix: '/artifactory/api/system' });
  await app.register(footerRoutes, { prefix: '/ui/api/v1/system' });
  await app.register(baseUrlRoutes);
  await app.register(maintenanceRoutes, { prefix: '/ui/api/v1/system/maintenance' });
  await app.register(platformRoutes, { prefix: '/ui/api/v1/system' });
  await app.register(apiDocumentRoutes);
  await app.register(onboardingRoutes, { prefix: '/ui/api/v1/system/onboarding' });

  const api = ownApi(app, { tag: 'System', access: consoleUsers });

  api.get(
    '/mc/api/v4/system/ping',
    {
      schema: {
        summary: 'Returns `OK` while the server is running.',
        response: { 200: file('text/plain', '`OK`.') },
      },
      config: { open: true, access: everyone },
    },
    async (_request, reply) => reply.type('text/plain').send('OK'),
  );

  api.get(
    '/ui/api/v1/ui/packages/available',
    { schema: { summary: 'Lists the package types.', response: { 200: AvailablePackages } } },
    async () => {
      return {
        packageTypes: allFormats().map(({ type, displayName, classes }) => ({
          type,
          displayName,
          classes: [...classes],
        })),
      };
    },
  );
}

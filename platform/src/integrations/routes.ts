import { IntegrationGroup, IntegrationType, VcsIntegrations } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, signedInUsers } from '../access/accessRules.ts';
import { allows, callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { requireScanning } from '../scanning/gate.ts';
import { applicationRoutes } from './applications/applicationRoutes.ts';
import { grantRoutes } from './applications/grantRoutes.ts';
import { identityRoutes } from './applications/identityRoutes.ts';
import { oauthRoutes } from './applications/oauthRoutes.ts';
import { listConnections } from './connections.ts';
import { federationRoutes } from './federation/federationRoutes.ts';
import { requireVendor } from './git/vendors.ts';
import { gitUnavailable } from './gitFeature.ts';
import { gitRoutes } from './gitRoutes.ts';
import { hookRoutes } from './gitScanning/hookRoutes.ts';
import { defineScanJob } from './gitScanning/scanJob.ts';
import { watchRoutes } from './gitScanning/watchRoutes.ts';
import { gitServerRoutes } from './gitServerRoutes.ts';
import { gitGroup, otherGroup } from './groups.ts';

/** Integrations with Git servers, editors, and CI systems. */
export async function integrationRoutes(app: FastifyInstance): Promise<void> {
  await app.register(gitRoutes, { prefix: '/ui/api/v1/integration' });
  await app.register(gitServerRoutes, { prefix: '/ui/api/v1/integration' });
  await app.register(watchRoutes, { prefix: '/ui/api/v1/integration/:integrationKey/watches' });
  await app.register(hookRoutes);
  defineScanJob(app);
  await app.register(applicationRoutes, { prefix: '/ui/api/v1/app_integration' });
  await app.register(grantRoutes, { prefix: '/ui/api/v1/app_integration' });
  await app.register(oauthRoutes);
  await app.register(identityRoutes);
  await app.register(federationRoutes);
  await app.register(groupRoutes);
  await app.register(vcsRoutes);
}

async function groupRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: signedInUsers });
  api.get(
    '/ui/api/v1/integrations/:type',
    {
      schema: {
        summary:
          'Lists the vendors of a type with their connections. Connections to Git servers only for administrators.',
        params: Type.Object({ type: IntegrationType }),
        response: { 200: IntegrationGroup },
      },
    },
    async (request): Promise<IntegrationGroup> => {
      const { type } = request.params;
      if (type !== 'git') return otherGroup(type);
      if (!(await allows(callerOf(request), 'admin', 'system'))) return gitGroup([], 'role');
      return gitGroup(await listConnections(), await gitUnavailable(app));
    },
  );
}

async function vcsRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Integrations', access: administrators });
  requireScanning(app);
  api.get(
    '/xray/ui/vcs_integrations',
    {
      schema: {
        summary: 'Lists the connections to Git servers that scanning uses.',
        response: { 200: VcsIntegrations },
      },
      config: { errors: { 403: ['NO_LICENSE'], 404: ['SERVICE_NOT_HERE'] } },
    },
    async (): Promise<VcsIntegrations> =>
      (await listConnections())
        .filter(({ products }) => products.includes('xray'))
        .map(({ key, name, vendor }) => ({ integration_id: key, name, vendor: requireVendor(vendor).name })),
  );
}

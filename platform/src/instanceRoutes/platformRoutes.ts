import type {
  AnalyticsIntegration,
  CloudContext,
  Entitlements,
  FeaturesConfiguration,
  InfoWidget,
  MicroserviceEnabled,
  Microservices,
  SecurityPermissions,
} from '@lading/contract/rest';
import { serviceNames } from '@lading/contract/validation';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { allows, callerOf, requireConsoleAccess } from '../access/gateway.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { entitlementsOf } from '../instance/entitlements.ts';
import { featuresOf } from '../instance/features.ts';
import { currentLicence } from '../instance/licence.ts';
import { isServiceName } from '../instance/services.ts';

/** What is there and what is allowed, under `/ui/api/v1/system`: the features for everyone, the rest for who may use the console. */
export async function platformRoutes(app: FastifyInstance): Promise<void> {
  const { settings, services } = app;
  const licenceType = async () => (await currentLicence(settings)).type;

  app.get(
    '/features',
    { config: { open: true } },
    async (): Promise<FeaturesConfiguration> => featuresOf(settings.features, await licenceType()),
  );

  await app.register(async (console) => {
    console.addHook('preHandler', async (request) =>
      requireConsoleAccess(callerOf(request), settings.anonymousAccess),
    );

    console.get(
      '/microservices',
      async (): Promise<Microservices> => ({
        services: serviceNames.map((name) => ({ name, available: services.has(name) })),
      }),
    );

    console.get<{ Params: { name: string } }>(
      '/ismicroserviceenabled/:name',
      async (request): Promise<MicroserviceEnabled> => {
        const { name } = request.params;
        if (isServiceName(name)) return { enabled: services.has(name) };
        const known = serviceNames.join(', ');
        throw new HttpError(404, 'NO_SUCH_SERVICE', `"${name}" is not one of the services ${known}`);
      },
    );

    console.get(
      '/entitlements',
      async (): Promise<Entitlements> => entitlementsOf(await licenceType(), services),
    );

    console.get(
      '/cloud',
      async (): Promise<CloudContext> => ({
        cloud: settings.cloud,
        subscriptionUrl: settings.subscriptionUrl ?? '',
      }),
    );

    console.get('/infoWidget', async (): Promise<InfoWidget> => {
      if (!settings.cloud) throw new HttpError(404, 'NOT_CLOUD', 'This console does not run in the cloud');
      const { rows } = await db().execute<{ used: string }>(
        sql`select coalesce(sum(size), 0) as used from blobs`,
      );
      return {
        plan: await licenceType(),
        subscriptionUrl: settings.subscriptionUrl ?? '',
        storageUsedBytes: Number(rows[0]?.used ?? 0),
      };
    });

    console.get('/analytics', async (): Promise<AnalyticsIntegration> => ({ enabled: false }));

    console.get('/securityPermissions', async (request): Promise<SecurityPermissions> => {
      if (!services.has('xray')) {
        throw new HttpError(
          404,
          'SERVICE_NOT_HERE',
          'The service xray is not here, so there are no permissions in it',
        );
      }
      const admin = await allows(callerOf(request), 'admin', 'system');
      // Each answer about issues is limited to the packages that the caller has permission to read.
      return { readIssues: true, manageWatches: admin, managePolicies: admin };
    });
  });
}

import {
  AnalyticsIntegration,
  CloudContext,
  Entitlements,
  FeaturesConfiguration,
  InfoWidget,
  MicroserviceEnabled,
  Microservices,
  SecurityPermissions,
} from '@lading/contract/schemas';
import { serviceNames } from '@lading/contract/validation';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { consoleUsers, everyone } from '../access/accessRules.ts';
import { allows, callerOf } from '../access/gateway.ts';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { analyticsSettings } from '../instance/analyticsSettings.ts';
import { entitlementsOf } from '../instance/entitlements.ts';
import { featuresOf } from '../instance/features.ts';
import { currentLicense } from '../instance/license.ts';
import { isServiceName } from '../instance/services.ts';
import { serviceVersions } from '../instance/serviceVersions.ts';

const byName = Type.Object({ name: Type.String() });

/**
 * Adds routes for services, features, and entitlements under `/ui/api/v1/system`. Everyone can read
 * the features, console users the rest.
 */
export async function platformRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: consoleUsers });
  const { settings, services } = app;
  const licenseType = async () => (await currentLicense(settings)).type;

  api.get(
    '/features',
    {
      schema: { summary: 'Returns which features are on.', response: { 200: FeaturesConfiguration } },
      config: { open: true, access: everyone },
    },
    async () => featuresOf(settings.features, await licenseType(), (await analyticsSettings()).enabled),
  );

  api.get(
    '/microservices',
    { schema: { summary: 'Returns which services are available.', response: { 200: Microservices } } },
    async () => ({
      services: serviceNames.map((name) => {
        const available = services.has(name);
        const version = available ? serviceVersions[name] : undefined;
        return { name, available, ...(version === undefined ? {} : { version }) };
      }),
    }),
  );

  api.get(
    '/ismicroserviceenabled/:name',
    {
      schema: {
        summary: 'Returns whether a service is available.',
        params: byName,
        response: { 200: MicroserviceEnabled },
      },
      config: { errors: { 404: ['NO_SUCH_SERVICE'] } },
    },
    async (request) => {
      const { name } = request.params;
      if (isServiceName(name)) return { enabled: services.has(name) };
      const known = serviceNames.join(', ');
      throw new HttpError(404, 'NO_SUCH_SERVICE', `Unknown service "${name}". Expected one of ${known}.`);
    },
  );

  api.get(
    '/entitlements',
    { schema: { summary: 'Returns what the license includes.', response: { 200: Entitlements } } },
    async () => entitlementsOf(await licenseType(), services),
  );

  api.get(
    '/cloud',
    {
      schema: { summary: 'Returns whether the console runs in the cloud.', response: { 200: CloudContext } },
    },
    async () => ({
      cloud: settings.cloud,
      subscriptionUrl: settings.subscriptionUrl ?? '',
    }),
  );

  api.get(
    '/infoWidget',
    {
      schema: { summary: 'Returns information about a cloud installation.', response: { 200: InfoWidget } },
      config: { errors: { 404: ['NOT_CLOUD'] } },
    },
    async () => {
      if (!settings.cloud) throw new HttpError(404, 'NOT_CLOUD', 'This instance does not run in the cloud');
      const { rows } = await db().execute<{ used: string }>(
        sql`select coalesce(sum(size), 0) as used from blobs`,
      );
      return {
        plan: await licenseType(),
        subscriptionUrl: settings.subscriptionUrl ?? '',
        storageUsedBytes: Number(rows[0]?.used ?? 0),
      };
    },
  );

  api.get(
    '/analytics',
    {
      schema: {
        summary: 'Returns whether usage data is sent to a third party. It is not.',
        response: { 200: AnalyticsIntegration },
      },
    },
    async () => ({ enabled: false }),
  );

  api.get(
    '/securityPermissions',
    {
      schema: {
        summary: "Returns the caller's permissions for scanning results.",
        response: { 200: SecurityPermissions },
      },
      config: { errors: { 404: ['SERVICE_NOT_HERE'] } },
    },
    async (request) => {
      if (!services.has('xray')) {
        throw new HttpError(
          404,
          'SERVICE_NOT_HERE',
          'This instance does not have the service xray, so it has no permissions for it',
        );
      }
      const admin = await allows(callerOf(request), 'admin', 'system');
      // Responses about issues are limited to packages that the caller has permission to read.
      return { readIssues: true, manageWatches: admin, managePolicies: admin };
    },
  );
}

import {
  BundleArtifacts,
  BundleComparison,
  BundleDetails,
  BundleOverview,
  BundlePage,
  BundleRetention,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, byBundlePermission } from '../access/accessRules.ts';
import { authorizeBundle } from '../access/bundles.ts';
import { callerOf } from '../access/gateway.ts';
import { type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { requireVersion } from './content/bundleRows.ts';
import { refuseProject } from './gate.ts';
import { onePage, oneVersion } from './lifecycleRoutes.ts';
import { compareBundles } from './listing/compareBundles.ts';
import { artifactPage, bundleDetails } from './listing/details.ts';
import { bundleOverview } from './listing/overview.ts';
import { bundlePage } from './listing/pages.ts';

const text = Type.Optional(Type.String({ maxLength: 200 }));
const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND'] };

/** Release bundles for the console, under `/ui/api/v1/ui/releaseBundles`. */
export async function consoleBundleRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));
  comparisons(api);

  api.get(
    '/',
    {
      schema: {
        summary: 'Lists release bundle versions, newest first.',
        querystring: Type.Object({ ...onePage.properties, search: text, environment: text, createdBy: text }),
        response: { 200: BundlePage },
      },
    },
    (request) => {
      const { offset = 0, limit = 50, search = '', environment = '', createdBy = '' } = request.query;
      return bundlePage(callerOf(request), { offset, limit, search, environment, createdBy });
    },
  );

  api.get(
    '/:name/:version',
    {
      schema: {
        summary: 'Returns a release bundle version, its promotions, and whether its signature is valid.',
        params: oneVersion,
        response: { 200: BundleDetails },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return bundleDetails(callerOf(request), app.seal, await requireVersion(name, version));
    },
  );

  api.get(
    '/:name/:version/artifacts',
    {
      schema: {
        summary: 'Lists the artifacts of a release bundle version.',
        params: oneVersion,
        querystring: Type.Object({ ...onePage.properties, search: text }),
        response: { 200: BundleArtifacts },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { offset = 0, limit = 100, search = '' } = request.query;
      return artifactPage(await requireVersion(name, version), { offset, limit, search });
    },
  );
}

function comparisons(api: OwnApi): void {
  api.get(
    '/environments',
    {
      schema: {
        summary: 'Lists which versions of a release bundle were promoted to which environments.',
        querystring: Type.Object({ name: Type.String({ maxLength: 128 }) }),
        response: { 200: BundleOverview },
      },
    },
    async (request) => {
      await authorizeBundle(callerOf(request), 'read', request.query.name);
      return bundleOverview(request.query.name);
    },
  );

  api.get(
    '/:name/:version/compare/:other',
    {
      schema: {
        summary: 'Compares a release bundle version with another one of the same bundle.',
        params: Type.Object({ ...oneVersion.properties, other: Type.String() }),
        response: { 200: BundleComparison },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version, other } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return compareBundles(await requireVersion(name, other), await requireVersion(name, version));
    },
  );
}

/** Returns that retention of received bundles is off: they are kept until they are deleted. */
export async function retentionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: administrators });
  api.get(
    '/ui/api/v1/ui/bundle/retention/config/enable',
    {
      schema: {
        summary: 'Returns whether retention of received release bundles is on.',
        response: { 200: BundleRetention },
      },
    },
    async () => ({ enable: false }),
  );
}

import { BundleFindings, BundlePackages, sbomFormat } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../access/accessRules.ts';
import { authorizeBundle } from '../access/bundles.ts';
import { callerOf } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { sbomFile, sendBill } from '../insight/sbom/sendBill.ts';
import { requireVersion } from './content/bundleRows.ts';
import { verifiedContent } from './content/verified.ts';
import { refuseProject } from './gate.ts';
import { onePage, oneVersion } from './lifecycleRoutes.ts';
import { billOfBundle } from './packages/billOfBundle.ts';
import { bundleFindings } from './packages/bundleFindings.ts';
import { bundlePackages } from './packages/bundlePackages.ts';

const unknown = { 404: ['RELEASE_BUNDLE_NOT_FOUND'] };

/**
 * Packages, licenses, vulnerabilities, and SBOM of a bundle version, under
 * `/ui/api/v1/ui/releaseBundles`.
 */
export async function bundleContentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });
  app.addHook('preHandler', async (request) => refuseProject(request));

  api.get(
    '/:name/:version/packages',
    {
      schema: {
        summary: 'Lists the package versions of a release bundle version.',
        params: oneVersion,
        querystring: Type.Object({
          ...onePage.properties,
          search: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: { 200: BundlePackages },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const { offset = 0, limit = 100, search = '' } = request.query;
      return bundlePackages(await requireVersion(name, version), { offset, limit, search });
    },
  );

  api.get(
    '/:name/:version/findings',
    {
      schema: {
        summary: 'Returns the licenses and known vulnerabilities of a release bundle version.',
        params: oneVersion,
        response: { 200: BundleFindings },
      },
      config: { errors: unknown },
    },
    async (request) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      return bundleFindings(await requireVersion(name, version));
    },
  );

  api.get(
    '/:name/:version/sbom',
    {
      schema: {
        summary: 'Returns the SBOM of a release bundle version, after verifying its signature.',
        params: oneVersion,
        querystring: Type.Object({ format: sbomFormat }),
        response: { 200: sbomFile },
      },
      config: { errors: { ...unknown, 409: ['RELEASE_BUNDLE_INVALID'] } },
    },
    async (request, reply) => {
      const { name, version } = request.params;
      await authorizeBundle(callerOf(request), 'read', name);
      const bundle = await requireVersion(name, version);
      await verifiedContent(api.seal, bundle);
      return sendBill(reply, await billOfBundle(bundle), request.query.format);
    },
  );
}

import { FileComparison, VersionComparison } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { parsePackageId } from '../../packages/list/packageId.ts';
import { viewOf } from '../../packages/sql/readable.ts';
import { compareFile } from './compareFile.ts';
import { compareVersions, sideOf } from './compareVersions.ts';

const version = Type.String({ minLength: 1, maxLength: 300 });
const versions = {
  packageId: Type.String({ description: 'Such as `npm://react`.', maxLength: 1100 }),
  from: version,
  to: version,
};
const errors = { 400: ['BAD_PACKAGE_ID'], 404: ['NOT_FOUND'], 503: ['BUSY'] };

/** Comparison of two versions that the caller can read. */
export async function compareRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });

  api.get(
    '/ui/api/v1/ui/compare',
    {
      schema: {
        summary: 'Compares two versions of a package: metadata, dependencies, vulnerabilities, and files.',
        querystring: Type.Object(versions),
        response: { 200: VersionComparison },
      },
      config: { errors },
    },
    async (request) => {
      const { packageId, from, to } = request.query;
      const view = await viewOf(callerOf(request));
      return compareVersions(parsePackageId(packageId), { from, to }, view);
    },
  );

  api.get(
    '/ui/api/v1/ui/compare/file',
    {
      schema: {
        summary: 'Compares the lines of a file in the archives of two versions.',
        querystring: Type.Object({
          ...versions,
          path: Type.String({ maxLength: 2048, description: 'As the comparison of the versions has it.' }),
        }),
        response: { 200: FileComparison },
      },
      config: { errors: { ...errors, 413: ['TOO_LARGE'] } },
    },
    async (request) => {
      const { packageId, from, to, path } = request.query;
      const view = await viewOf(callerOf(request));
      const of = parsePackageId(packageId);
      return compareFile(await sideOf(of, from, view), await sideOf(of, to, view), path);
    },
  );
}

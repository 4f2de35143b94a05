import { PackageAbout } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { viewOf } from '../sql/readable.ts';
import { aboutPackage } from './aboutPackage.ts';

/** Routes of the descriptions of packages. */
export async function aboutRoutes(app: FastifyInstance): Promise<void> {
  ownApi(app, { tag: 'Packages', access: byPermission }).get(
    '/ui/api/v1/ui/v1/native/about',
    {
      schema: {
        summary: 'Returns the readme, authors, and web pages of a package from its latest version.',
        querystring: Type.Object({
          packageId: Type.String({ description: 'Such as `npm://react`.', maxLength: 1000 }),
        }),
        response: { 200: PackageAbout },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'], 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { packageId } = request.query;
      const about = await aboutPackage(packageId, await viewOf(callerOf(request)));
      if (about) return about;
      throw new HttpError(
        404,
        'NOT_FOUND',
        `Package ${packageId.slice(0, 200)} not found, or you have no permission to view it`,
      );
    },
  );
}

import { PackageStar, StarredPackages } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { signedInUsers } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { addStar, readStar, removeStar, starredPackages } from './stars.ts';

const prefix = '/ui/api/v1/ui/stars';
const querystring = Type.Object({
  packageId: Type.String({ description: 'Such as `npm://react`.', maxLength: 1000 }),
});

/** Routes of the packages that users starred. */
export async function starRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: signedInUsers });
  api.get(
    prefix,
    { schema: { summary: "Lists the caller's starred packages.", response: { 200: StarredPackages } } },
    async (request) => starredPackages(callerOf(request)),
  );
  api.get(
    `${prefix}/package`,
    {
      schema: {
        summary: 'Returns whether the caller starred a package, and how many users did.',
        querystring,
        response: { 200: PackageStar },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'], 404: ['NOT_FOUND'] } },
    },
    async (request) => readStar(callerOf(request), request.query.packageId),
  );
  api.put(
    `${prefix}/package`,
    {
      schema: { summary: 'Stars a package.', querystring, response: { 200: PackageStar } },
      config: { errors: { 400: ['BAD_PACKAGE_ID', 'TOO_MANY'], 404: ['NOT_FOUND'] } },
    },
    async (request) => addStar(callerOf(request), request.query.packageId),
  );
  api.delete(
    `${prefix}/package`,
    {
      schema: { summary: 'Removes the star of a package.', querystring, response: { 204: noContent } },
      config: { errors: { 400: ['BAD_PACKAGE_ID'] } },
    },
    async (request) => {
      await removeStar(callerOf(request), request.query.packageId);
    },
  );
}

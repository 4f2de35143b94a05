import { Dependents } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { decodeCursor } from '../../database/cursor.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { parsePackageId } from '../list/packageId.ts';
import { viewOf } from '../sql/readable.ts';
import { dependentsList, dependentsPage } from './dependentsPage.ts';

interface Query {
  packageId?: unknown;
  first?: unknown;
  after?: unknown;
}

const query = Type.Object({
  packageId: Type.String({ description: '`{type}://{name}`.' }),
  first: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  after: Type.Optional(Type.String()),
});

/** Routes of the dependents of packages. */
export async function dependentsRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  api.get(
    '/ui/api/v1/ui/v1/native/dependents',
    {
      schema: { summary: 'Lists packages that use a package.', response: { 200: Dependents } },
      config: { query, errors: { 400: ['BAD_FIRST', 'BAD_CURSOR'] } },
    },
    async (request) => {
      const { packageId, first = '100', after } = request.query as Query;
      if (typeof packageId !== 'string' || (after !== undefined && typeof after !== 'string')) {
        throw new HttpError(
          400,
          'BAD_REQUEST',
          'Invalid query. Expected ?packageId=, and optionally &after=, once each.',
        );
      }
      const count = /^\d{1,4}$/.test(String(first)) ? Number(first) : 0;
      if (count < 1 || count > 1000)
        throw new HttpError(
          400,
          'BAD_FIRST',
          `Invalid first ${String(first).slice(0, 20)}. Expected 1 to 1000.`,
        );
      const of = parsePackageId(packageId);
      const place = after === undefined ? undefined : decodeCursor(dependentsList, after);
      if (place && !/^\d{1,18}$/.test(place.tie))
        throw new HttpError(400, 'BAD_CURSOR', 'The cursor is invalid for this list');
      return dependentsPage(of, await viewOf(callerOf(request)), count, place);
    },
  );
}

import { BundlesOfChecksum } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byBundlePermission } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { bundlesOfChecksum } from './listing/pages.ts';

/**
 * Bundles by content, and routes for release bundles of version 1, which are rejected with an
 * explanation.
 */
export async function distributionRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Release bundles', access: byBundlePermission });

  api.get(
    '/distribution/api/ui/release_bundle/checksum/:sha256',
    {
      schema: {
        summary: 'Lists the release bundle versions that contain a file.',
        params: Type.Object({ sha256: Type.String({ pattern: '^[0-9a-fA-F]{64}$' }) }),
        querystring: Type.Object({ num_of_rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }),
        response: { 200: BundlesOfChecksum },
      },
    },
    (request) => {
      const { num_of_rows: limit = 100 } = request.query;
      return bundlesOfChecksum(callerOf(request), request.params.sha256.toLowerCase(), limit);
    },
  );

  for (const url of ['/distribution/api/v1/*']) {
    for (const method of ['GET', 'POST'] as const) {
      api.route({
        method,
        url,
        schema: {
          summary: 'Rejects a call for release bundles of version 1, which are not available.',
          params: Type.Object({ '*': Type.String() }),
          response: { 200: Type.Object({}) },
        },
        config: { errors: { 404: ['NOT_AVAILABLE'] } },
        handler: async () => {
          throw new HttpError(
            404,
            'NOT_AVAILABLE',
            'Release bundles of version 1 are not available. Distribute a release bundle of version 2: POST /lifecycle/api/v2/distribution/distribute/{name}/{version}',
          );
        },
      });
    }
  }
}

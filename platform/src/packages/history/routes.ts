import { DownloadHistory, VersionDownloads } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { parsePackageId } from '../packages/packageId.ts';
import { viewOf } from '../search/readable.ts';
import { storedDays } from './days.ts';
import { readHistory, readVersionHistory } from './readHistory.ts';

const days = (otherwise: number) =>
  Type.Integer({ minimum: 1, maximum: storedDays, default: otherwise, description: 'Days up to today.' });
const packageId = Type.String({ description: 'Such as `npm://react`.', maxLength: 1000 });

/** Downloads over time. */
export async function historyRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });

  api.get(
    '/ui/api/v1/ui/v1/native/downloads',
    {
      schema: {
        summary: 'Returns the downloads of a package, or of one version, by day.',
        querystring: Type.Object({
          packageId,
          version: Type.Optional(Type.String({ maxLength: 1000 })),
          days: days(90),
        }),
        response: { 200: DownloadHistory },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'] } },
    },
    async (request) => {
      const { packageId: id, ...asked } = request.query;
      return readHistory({ of: parsePackageId(id), ...asked }, await viewOf(callerOf(request)));
    },
  );

  api.get(
    '/ui/api/v1/ui/v1/native/downloads/versions',
    {
      schema: {
        summary: 'Returns the downloads by day of each version of a package that was downloaded.',
        querystring: Type.Object({ packageId, days: days(30) }),
        response: { 200: VersionDownloads },
      },
      config: { errors: { 400: ['BAD_PACKAGE_ID'] } },
    },
    async (request) => {
      const { packageId: id, days } = request.query;
      return readVersionHistory({ of: parsePackageId(id), days }, await viewOf(callerOf(request)));
    },
  );
}

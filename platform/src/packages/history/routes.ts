import { DownloadHistory, TotalDownloads, VersionDownloads } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { parsePackageId } from '../list/packageId.ts';
import { narrowView, type View, viewOf } from '../sql/readable.ts';
import { storedDays } from './days.ts';
import { readHistory, readVersionHistory } from './readHistory.ts';
import { readTotal } from './readTotal.ts';

const days = (otherwise: number) =>
  Type.Integer({ minimum: 1, maximum: storedDays, default: otherwise, description: 'Days up to today.' });
const packageId = Type.String({ description: 'Such as `npm://react`.', maxLength: 1000 });

/** Routes of the download history. */
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
    '/ui/api/v1/ui/v1/native/downloads/total',
    {
      schema: {
        summary: 'Returns the downloads of all packages by day.',
        querystring: Type.Object({
          project: Type.Optional(
            Type.String({ maxLength: 64, description: 'Key of a project. Default: all projects.' }),
          ),
          days: days(30),
        }),
        response: { 200: TotalDownloads },
      },
    },
    async (request) => {
      const { project, days } = request.query;
      const view = await viewOf(callerOf(request));
      return readTotal(days, project === undefined ? view : await viewOfProject(view, project));
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

async function viewOfProject(view: View, project: string): Promise<View> {
  const own = (await listRepositories()).filter(({ projectKey }) => projectKey === project);
  return narrowView(
    view,
    own.map(({ key }) => key),
  );
}

import { NewVulnerabilities } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { narrowView, viewOf } from '../../packages/sql/readable.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { scanState } from '../scanState.ts';
import { newVulnerabilities } from './newVulnerabilities.ts';

/** Vulnerabilities that were found recently. */
export async function foundRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Scanning', access: byPermission });
  api.get(
    '/xray/ui/vulnerabilities/new',
    {
      schema: {
        summary: 'Lists vulnerabilities that were found in packages in the last 30 days.',
        querystring: Type.Object({
          project: Type.Optional(
            Type.String({ maxLength: 64, description: 'Key of a project. Default: all projects.' }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        }),
        response: { 200: NewVulnerabilities },
      },
    },
    async (request) => {
      const { project, limit } = request.query;
      const all = await viewOf(callerOf(request));
      const view =
        project === undefined
          ? all
          : await narrowView(
              all,
              (await listRepositories({ project })).map(({ key }) => key),
            );
      return newVulnerabilities(view, limit, await scanState(app.settings));
    },
  );
}

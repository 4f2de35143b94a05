import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { file, ownApi } from '../../http/api/ownApi.ts';
import { exportFormat, exportQuery, sendExport } from '../../http/sendExport.ts';
import { exported } from './exported.ts';

const query = Type.Object({
  ...exportQuery,
  variables: Type.Optional(
    Type.String({ description: 'JSON: `filter` and `orderBy` of the GraphQL query.', maxLength: 20_000 }),
  ),
});

/** Exports of the package and version lists, with the filter and order of the GraphQL query. */
export async function exportRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  for (const field of ['packages', 'versions'] as const) {
    api.get(
      `/ui/api/v1/mds/${field}/export`,
      {
        schema: {
          summary: `Exports a list of ${field} as CSV or JSON.`,
          querystring: query,
          response: { 200: file('text/csv', 'The list, up to 100,000 rows.') },
        },
        config: { errors: { 400: ['BAD_REQUEST', 'BAD_QUERY'] } },
      },
      async (request, reply) => {
        const { format = 'csv', variables } = request.query;
        const list = exported(field, variablesOf(variables), callerOf(request));
        return sendExport(reply, { name: field, format: exportFormat(format), ...list });
      },
    );
  }
}

/** Parses a JSON object. Throws `HttpError` 400 for anything else. */
function variablesOf(text = '{}'): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new HttpError(
    400,
    'BAD_REQUEST',
    'Invalid ?variables=. Expected an object in JSON, such as {"filter":{"name":"react*"}}.',
  );
}

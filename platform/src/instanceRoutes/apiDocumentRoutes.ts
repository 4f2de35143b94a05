import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { consoleUsers } from '../access/accessRules.ts';
import { generateDocument } from '../http/api/openApi.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { sendJson } from '../http/sendJson.ts';

const document = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

/** Adds the route of the OpenAPI document, which is generated on the first request. */
export async function apiDocumentRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'System', access: consoleUsers });

  let generated: Promise<object> | undefined;

  api.get(
    '/openapi.json',
    { schema: { summary: 'Returns the OpenAPI document of this API.', response: { 200: document } } },
    async (request, reply) => {
      generated ??= generateDocument(app.routeTable);
      return sendJson(request, reply, await generated);
    },
  );
}

import { PathAccess, UserAccess } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { anonymous } from '../access/gateway.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { pathAccess } from './pathAccess.ts';
import { userAccess } from './userAccess.ts';

const paging = {
  search: Type.Optional(Type.String({ maxLength: 256, description: 'Part of the name.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: '100 by default.' })),
  cursor: Type.Optional(Type.String({ maxLength: 2000 })),
};
const pathQuery = Type.Object({
  repository: Type.String({ maxLength: 128 }),
  path: Type.Optional(
    Type.String({ maxLength: 4000, description: 'Path of a file. Without it, any path of the repository.' }),
  ),
  ...paging,
});

/** Effective permissions with the rules that grant them, under `/access/api/v1/effective`. */
export async function effectiveRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Permissions', access: administrators });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  api.get(
    '/path',
    {
      schema: {
        summary: 'Lists users who have any permission on a path, with the rules that grant it.',
        querystring: pathQuery,
        response: { 200: PathAccess },
      },
      config: { errors: { 400: ['BAD_CURSOR'], 404: ['NOT_FOUND'] } },
    },
    async ({ query, server }) => {
      const { repository, path, search, limit = 100, cursor } = query;
      const given = path?.replace(/^\/+/, '') || undefined;
      return pathAccess({ repository, path: given, search, limit, cursor, anonymous: caller(server) });
    },
  );

  api.get(
    '/users/:name',
    {
      schema: {
        summary: 'Lists repositories that a user has any permission on, with the rules that grant it.',
        params: Type.Object({ name: Type.String({ maxLength: 256 }) }),
        querystring: Type.Object(paging),
        response: { 200: UserAccess },
      },
      config: { errors: { 400: ['BAD_CURSOR'], 404: ['USER_NOT_FOUND'] } },
    },
    async ({ params: { name }, query: { search, limit = 100, cursor }, server }) =>
      userAccess({ name, search, limit, cursor, anonymous: caller(server) }),
  );
}

function caller({ settings }: FastifyInstance) {
  return anonymous(settings.anonymousAccess);
}

import {
  DraftEffects,
  PathAccess,
  PatternMatches,
  PatternQuery,
  PermissionDraft,
  UserAccess,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../access/accessRules.ts';
import { anonymous, callerOf } from '../access/gateway.ts';
import { findPermission } from '../access/permissions/permissionRoutes.ts';
import { checkGlobs } from '../globs/Glob.ts';
import { ownApi } from '../http/api/ownApi.ts';
import { draftEffects } from './draft.ts';
import { patternMatches } from './matches.ts';
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

  api.post(
    '/draft',
    {
      schema: {
        summary: 'Lists what a new, changed, or deleted permission would change for each user.',
        description: 'Nothing is saved. Omitted resources do not change, as with PUT.',
        body: PermissionDraft,
        response: { 200: DraftEffects },
      },
      config: { errors: { 400: ['BAD_CURSOR', 'BAD_PATTERN'] } },
    },
    async ({ body, server }) => {
      const { artifact, build, release_bundle } = body.resources;
      for (const resource of [artifact, build, release_bundle])
        for (const { include_patterns = [], exclude_patterns = [] } of Object.values(resource?.targets ?? {}))
          checkGlobs(`Permission ${body.name}`, [...include_patterns, ...exclude_patterns]);
      const before = (await findPermission(body.name))?.resources ?? {};
      return draftEffects({ ...body, before, anonymous: caller(server) });
    },
  );

  api.post(
    '/matches',
    {
      schema: {
        summary: 'Lists files, builds, or release bundles that patterns of a permission match.',
        body: PatternQuery,
        response: { 200: PatternMatches },
      },
      config: { errors: { 400: ['BAD_PATTERN', 'BAD_REQUEST'], 404: ['NOT_FOUND'] } },
    },
    async (request) => patternMatches(callerOf(request), request.body),
  );
}

function caller({ settings }: FastifyInstance) {
  return anonymous(settings.anonymousAccess);
}

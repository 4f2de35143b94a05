import { NewSavedSearch, SavedSearch, SavedSearches } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { usersThemselves } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { deleteSearch, listSavedSearches, renameSearch, saveSearch } from './savedSearches.ts';

const prefix = '/ui/api/v1/ui/saved_searches';
const params = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) });
const querystring = Type.Object(
  {
    text: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name.' })),
    project: Type.Optional(
      Type.String({
        maxLength: 128,
        description: 'Key of a project: of the shared searches, only those of this project.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Routes of saved searches of packages. */
export async function savedSearchRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: usersThemselves });
  api.get(
    prefix,
    {
      schema: {
        summary: "Lists the caller's saved searches, and those shared with the caller's projects.",
        querystring,
        response: { 200: SavedSearches },
      },
    },
    async (request) => listSavedSearches(callerOf(request), request.query),
  );
  api.post(
    prefix,
    {
      schema: {
        summary: 'Saves a search, private or shared with a project.',
        description: 'Sharing requires a role of the project that can annotate.',
        body: NewSavedSearch,
        response: { 201: SavedSearch },
      },
      config: {
        errors: {
          400: ['BAD_SEARCH', 'BAD_NAME', 'TOO_MANY'],
          404: ['PROJECT_NOT_FOUND'],
          409: ['EXISTS'],
        },
      },
    },
    async (request) => saveSearch(callerOf(request), request.body),
  );
  api.patch(
    `${prefix}/:id`,
    {
      schema: {
        summary: 'Renames a saved search.',
        description: 'Shared searches: by their author, and by administrators of the project.',
        params,
        body: Type.Object(
          { name: Type.String({ minLength: 1, maxLength: 100 }) },
          { additionalProperties: false },
        ),
        response: { 200: SavedSearch },
      },
      config: { errors: { 400: ['BAD_NAME'], 404: ['NOT_FOUND'], 409: ['EXISTS'] } },
    },
    async (request) => renameSearch(callerOf(request), request.params.id, request.body.name),
  );
  api.delete(
    `${prefix}/:id`,
    {
      schema: { summary: 'Deletes a saved search.', params, response: { 204: noContent } },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      await deleteSearch(callerOf(request), request.params.id);
    },
  );
}

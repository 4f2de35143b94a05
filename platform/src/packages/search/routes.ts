import { SearchNotes } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { viewOf } from '../sql/readable.ts';
import { searchNotes } from './notes.ts';
import { maxSearchLength } from './parseSearch.ts';

const keys = (description: string, maxItems: number) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems, description }));

/** Notes for users about the result of a search. */
export async function searchNoteRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  api.post(
    '/ui/api/v1/ui/v1/native/search_notes',
    {
      schema: {
        summary: 'Returns what a search of packages leaves out because it is unknown.',
        body: Type.Object(
          {
            search: Type.Optional(
              Type.String({
                ...{ maxLength: maxSearchLength, description: 'Words and conditions, as in the search box.' },
              }),
            ),
            repos: keys('Keys of repositories.', 5000),
            projects: keys('Keys of projects.', 100),
          },
          { additionalProperties: false },
        ),
        response: { 200: SearchNotes },
      },
      config: { errors: { 400: ['BAD_SEARCH', 'BAD_CHECKSUM'] } },
    },
    async (request) => {
      const { search = '', repos = [], projects = [] } = request.body;
      return searchNotes({ search, repos, projects }, await viewOf(callerOf(request)));
    },
  );
}

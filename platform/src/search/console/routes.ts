import { Readable } from 'node:stream';
import { ArtifactPage, SearchAbilities, SearchSuggestions } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { withStorage } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { viewOf } from '../../packages/search/readable.ts';
import type { Storage } from '../../storage/storage.ts';
import { SearchQuery } from '../query.ts';
import { artifactSearch } from './artifactFilter.ts';
import { artifactBatches, artifactPage } from './artifactPage.ts';
import { exportText } from './exported.ts';
import { suggest } from './suggest.ts';

const suggestionQuery = Type.Object({ query: Type.Optional(Type.String({ maxLength: 200 })) });
const prefix = '/ui/api/v1/search';
/** In characters; nobody reads a suggestion for more. */
const longestTyped = 200;

/** What the console's search box and its pages of results ask. */
export async function consoleSearchRoutes(
  app: FastifyInstance,
  { storage }: { storage: Storage },
): Promise<void> {
  const api = ownApi(app, { tag: 'Search', access: byPermission });
  api.get(
    `${prefix}/abilities`,
    {
      schema: { summary: 'Returns which types of search are available.', response: { 200: SearchAbilities } },
    },
    async (request) => {
      await viewOf(callerOf(request));
      return { archiveIndexing: app.settings.archiveIndexing };
    },
  );

  api.get(
    `${prefix}/suggestions`,
    {
      schema: { summary: 'Returns suggestions for the search box.', response: { 200: SearchSuggestions } },
      config: { query: suggestionQuery },
    },
    async (request) => {
      const caller = callerOf(request);
      const typed = new SearchQuery(request).text('query') ?? '';
      if (typed.length > longestTyped)
        throw new HttpError(400, 'BAD_REQUEST', `?query= has more than ${longestTyped} characters`);
      return suggest(caller, await viewOf(caller), typed);
    },
  );

  api.get(
    `${prefix}/artifacts`,
    { schema: { summary: 'Searches artifacts.', response: { 200: ArtifactPage } } },
    async (request) => artifactPage(await artifactSearch(request)),
  );

  app.get(`${prefix}/artifacts/export`, async (request, reply) => {
    const search = await artifactSearch(request);
    const format = search.query.text('format') ?? 'csv';
    if (format !== 'csv' && format !== 'json')
      throw new HttpError(
        400,
        'BAD_REQUEST',
        `Invalid ?format= ${JSON.stringify(format.slice(0, 40))}. Expected csv or json.`,
      );
    const texts = exportText(format, artifactBatches(search));
    const first = await texts.next();
    reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="artifacts.${format}"`)
      .header('cache-control', 'no-store');
    return reply.send(Readable.from(within(storage, texts, first.value ?? '')));
  });
}

/** The rest is read when the client takes it: each piece within the storage, where no request is any more. */
async function* within(
  storage: Storage,
  texts: AsyncGenerator<string>,
  first: string,
): AsyncGenerator<string> {
  try {
    yield first;
    for (;;) {
      const next = await withStorage(storage, () => texts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await texts.return(undefined);
  }
}

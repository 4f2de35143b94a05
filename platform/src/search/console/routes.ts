import type { FoundArtifact } from '@lading/contract/rest';
import {
  ArtifactPage,
  FoundPaths,
  oneOf,
  SearchAbilities,
  SearchSuggestions,
  UserSuggestions,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, byPermission } from '../../access/accessRules.ts';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { file, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import type { CsvCell } from '../../http/csv.ts';
import { exportFormat, sendExport } from '../../http/sendExport.ts';
import { viewOf } from '../../packages/sql/readable.ts';
import { SearchQuery } from '../query.ts';
import { artifactSearch } from './artifactFilter.ts';
import { artifactBatches, artifactPage } from './artifactPage.ts';
import { kindsSuggested, suggest, suggestUsers } from './suggest.ts';
import { findPaths } from './treePaths.ts';

/** Maximum characters of a suggestion query. */
const maxTypedLength = 200;
const typedText = Type.Optional(Type.String({ maxLength: maxTypedLength }));
const suggestionQuery = Type.Object({
  query: typedText,
  kind: Type.Optional(
    oneOf(kindsSuggested, { description: 'Suggests only these; the other lists are empty. Default: all.' }),
  ),
});
const prefix = '/ui/api/v1/search';

/** Routes of the console's search box and result pages. */
export async function consoleSearchRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Search', access: byPermission });
  suggestionRoutes(api);
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
    `${prefix}/artifacts`,
    { schema: { summary: 'Searches artifacts.', response: { 200: ArtifactPage } } },
    async (request) => artifactPage(await artifactSearch(request)),
  );

  api.get(
    `${prefix}/artifacts/export`,
    {
      schema: {
        summary: 'Exports all artifacts that a search finds.',
        response: { 200: file('text/csv', 'The artifacts as CSV (RFC 4180), or as a JSON array.') },
      },
      config: { query: Type.Object({ format: Type.Optional(oneOf(['csv', 'json'])) }) },
    },
    async (request, reply) => {
      const search = await artifactSearch(request);
      const format = exportFormat(search.query.text('format') ?? 'csv');
      return sendExport(reply, {
        name: 'artifacts',
        format,
        columns: exported,
        batches: artifactBatches(search),
      });
    },
  );
}

function suggestionRoutes(api: OwnApi): void {
  api.get(
    `${prefix}/suggestions`,
    {
      schema: { summary: 'Returns suggestions for the search box.', response: { 200: SearchSuggestions } },
      config: { query: suggestionQuery },
    },
    async (request) => {
      const caller = callerOf(request);
      const query = new SearchQuery(request);
      const kind = query.text('kind');
      const kinds = kind === undefined ? kindsSuggested : kindsSuggested.filter((each) => each === kind);
      if (kinds.length === 0)
        throw new HttpError(
          400,
          'BAD_REQUEST',
          `Invalid ?kind=. Expected one of ${kindsSuggested.join(', ')}.`,
        );
      return suggest(caller, await viewOf(caller), typedIn(query), kinds);
    },
  );

  api.get(
    `${prefix}/tree`,
    {
      schema: {
        summary: 'Finds folders and files by a part of their path.',
        querystring: Type.Object({
          query: typedText,
          project: Type.Optional(Type.String({ maxLength: 64, description: 'Only in its repositories.' })),
        }),
        response: { 200: FoundPaths },
      },
    },
    async (request) => {
      const query = new SearchQuery(request);
      return findPaths(callerOf(request), typedIn(query), query.text('project'));
    },
  );

  api.get(
    `${prefix}/users`,
    {
      schema: {
        summary: 'Returns users for the command palette.',
        querystring: Type.Object({ query: typedText }),
        response: { 200: UserSuggestions },
      },
      config: { access: administrators },
    },
    async (request) => ({ users: await suggestUsers(request.query.query ?? '') }),
  );
}

function typedIn(query: SearchQuery): string {
  const typed = query.text('query') ?? '';
  if (typed.length > maxTypedLength)
    throw new HttpError(400, 'BAD_REQUEST', `?query= has more than ${maxTypedLength} characters`);
  return typed;
}

/** Columns of an export. */
const exported: Record<string, (artifact: FoundArtifact) => CsvCell> = {
  repo: ({ repo }) => repo,
  path: ({ path }) => path,
  entry: ({ entry }) => entry,
  name: ({ name }) => name,
  size: ({ size }) => size,
  created: ({ created }) => created,
  modified: ({ modified }) => modified,
  sha256: ({ sha256 }) => sha256,
  packageType: ({ packageType }) => packageType,
  package: (artifact) => artifact.package?.name,
  version: (artifact) => artifact.package?.version,
};

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { storageUri } from '../../files/fileInfo.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { readDate } from '../../packages/sql/dates.ts';
import { collectEntries } from '../archives/searchEntries.ts';
import type { FileFilter, PropertyCondition } from '../files/FileFilter.ts';
import type { FoundFile } from '../files/FoundFile.ts';
import { namePattern, SearchQuery, searchedView } from '../query.ts';
import { answerFiles, maxResults } from './results.ts';

const prefix = '/artifactory/api/search';

/** Search routes for existing clients, limited to files that the caller can read. */
export async function publicSearchRoutes(app: FastifyInstance): Promise<void> {
  for (const call of ['artifact', 'quick']) {
    app.get(`${prefix}/${call}`, (request) => {
      const query = new SearchQuery(request);
      return search(request, query, { name: namePattern(query.required('name', 'lib*.jar')) });
    });
  }
  app.get(`${prefix}/checksum`, (request) => {
    const query = new SearchQuery(request);
    return search(request, query, { checksum: checksumOf(query) });
  });
  app.get(`${prefix}/gavc`, (request) => {
    const query = new SearchQuery(request);
    return search(request, query, { path: gavcPattern(query) });
  });
  app.get(`${prefix}/prop`, (request) => {
    const query = new SearchQuery(request);
    return search(request, query, { properties: propertiesOf(query) });
  });
  app.get(`${prefix}/dates`, (request) => {
    const query = new SearchQuery(request);
    return searchByDates(request, query);
  });
  app.get(`${prefix}/archive`, async (request) => {
    const query = new SearchQuery(request);
    const view = await searchedView(callerOf(request), { repos: query.list('repos') });
    const origin = ownOrigin(request);
    const wanted = { name: namePattern(query.required('name', '*Logger.class')) };
    const { found, truncated } = await collectEntries(view, wanted, maxResults);
    const byEntry = new Map<string, string[]>();
    for (const { entry, repo, path } of found) {
      const uris = byEntry.get(entry) ?? [];
      byEntry.set(entry, uris);
      uris.push(storageUri(origin, repo, path));
    }
    const results = [...byEntry].map(([entry, archiveUris]) => ({ entry, archiveUris }));
    return { results, ...(truncated ? { truncated } : {}) };
  });
}

async function search(
  request: FastifyRequest,
  query: SearchQuery,
  filter: FileFilter,
  more?: (file: FoundFile) => object,
) {
  const view = await searchedView(callerOf(request), { repos: query.list('repos') });
  return answerFiles(request, view, filter, more);
}

function checksumOf(query: SearchQuery): string {
  const lengths = { md5: 32, sha1: 40, sha256: 64 };
  for (const [key, length] of Object.entries(lengths)) {
    const value = query.text(key);
    if (value === undefined) continue;
    if (value.length === length && /^[0-9a-f]+$/i.test(value)) return value;
    throw new HttpError(400, 'BAD_CHECKSUM', `Invalid ?${key}=. Expected ${length} hexadecimal digits.`);
  }
  throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected one of ?md5=, ?sha1=, and ?sha256=.');
}

/**
 * Returns a path pattern for group, name, version, and classifier in the repository layout; each
 * may have wildcards.
 */
function gavcPattern(query: SearchQuery): string {
  const [g, a, v, c] = ['g', 'a', 'v', 'c'].map((key) => query.text(key));
  if (!g && !a && !v && !c)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      'Invalid query. Expected one of ?g=, ?a=, ?v=, and ?c=, such as ?g=org.acme&a=lib.',
    );
  const folder = (g ?? '*').replaceAll('.', '/');
  return `${folder}/${a ?? '*'}/${v ?? '*'}/${a ?? '*'}-${v ?? '*'}${c ? `-${c}` : ''}*`;
}

/** Reads properties from all other query parameters: `?build.name=a,b`. */
function propertiesOf(query: SearchQuery): PropertyCondition[] {
  const keys = query.keys.filter((key) => key !== 'repos' && key !== '');
  if (!keys.length)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      'Invalid query. Expected a property, such as ?build.name=app or ?build.name=*.',
    );
  if (keys.length > maxProperties)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Too many properties. The maximum of a search is ${maxProperties}.`,
    );
  return keys.flatMap((key) => {
    const values = query.list(key);
    return values.length ? values.map((value) => ({ key, value })) : [{ key }];
  });
}

const maxProperties = 20;

const dateFields = ['created', 'lastModified', 'lastDownloaded'] as const;
const bounds = {
  created: ['createdMin', 'createdMax'],
  lastModified: ['modifiedMin', 'modifiedMax'],
  lastDownloaded: ['downloadedMin', 'downloadedMax'],
} as const;

/**
 * Searches between `from` and `to`, in milliseconds or ISO 8601, by any of the given date fields.
 */
async function searchByDates(request: FastifyRequest, query: SearchQuery) {
  const [from, to] = [dateOf(query, 'from'), dateOf(query, 'to')];
  if (!from && !to)
    throw new HttpError(
      400,
      'BAD_REQUEST',
      'Invalid query. Expected ?from= or ?to=, in milliseconds since 1970.',
    );
  const fields = query.list('dateFields');
  const wrong = fields.find((field) => !dateFields.some((known) => known === field));
  if (wrong !== undefined || !fields.length) {
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `Invalid ?dateFields=. Expected some of ${dateFields.join(', ')}.`,
    );
  }
  const dates = (file: FoundFile) => ({
    ...(fields.includes('created') ? { created: file.created.toISOString() } : {}),
    ...(fields.includes('lastModified') ? { lastModified: file.modified.toISOString() } : {}),
    ...(fields.includes('lastDownloaded') && file.lastDownloaded
      ? { lastDownloaded: file.lastDownloaded.toISOString() }
      : {}),
  });
  const found = new Map<string, { uri: string }>();
  let truncated = false;
  for (const field of dateFields.filter((known) => fields.includes(known))) {
    const [min, max] = bounds[field];
    const answer = await search(
      request,
      query,
      { ...(from ? { [min]: from } : {}), ...(to ? { [max]: to } : {}) },
      dates,
    );
    truncated ||= answer.truncated ?? false;
    for (const result of answer.results) found.set(result.uri, result);
  }
  return { results: [...found.values()], ...(truncated ? { truncated } : {}) };
}

function dateOf(query: SearchQuery, key: string): string | undefined {
  const value = query.text(key);
  if (value === undefined) return undefined;
  const date = readDate(/^\d{1,15}$/.test(value) ? Number(value) : value);
  if (date) return date.toISOString();
  throw new HttpError(
    400,
    'BAD_DATE',
    `Invalid ?${key}=. Expected milliseconds since 1970 or an ISO 8601 date.`,
  );
}

import type {
  FileInfo,
  FileList,
  FileProperties,
  FileStats,
  FolderInfo,
  LastModified,
} from '@lading/contract/rest';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { parseAddress } from '../files/address.ts';
import { fileInfo, folderInfo, storageUri } from '../files/fileInfo.ts';
import type { FileRow } from '../files/files.ts';
import { type Properties, parseProperties, parsePropertyKeys, readPatch } from '../files/properties.ts';
import { childPage } from '../files/tree/children.ts';
import { folderDates } from '../files/tree/folderDates.ts';
import { locate } from '../files/tree/locate.ts';
import { readable } from '../files/tree/reach.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { annotatable, annotate } from './annotate.ts';
import { fileList, lastModified } from './fileList.ts';

const prefix = '/artifactory/api/storage';
const metadata = '/artifactory/api/metadata';

/** Maximum listed children of a folder. */
const maxChildren = 10_000;

const query = Type.Object({
  properties: Type.String({ description: '`key=value1,value2;other=value`, or keys to remove.' }),
  recursive: Type.Optional(Type.String({ description: '`0`: only the folder itself.' })),
});
const propertyPatch = Type.Object({
  props: Type.Record(Type.String(), Type.Unknown(), {
    description: 'Text, list of texts, or null to remove.',
  }),
});

/** Metadata of a file or folder, at `/artifactory/api/storage/{repo}/{path}[?properties]`. */
export async function storageRoutes(app: FastifyInstance): Promise<void> {
  const urls = [`${prefix}/:repo`, `${prefix}/:repo/*`];
  for (const url of urls) app.get(url, showPath);

  await app.register(async (described) => {
    const api = ownApi(described, { tag: 'Tree', access: byPermission });
    const config = { query, errors: { 404: ['NOT_FOUND'] } };
    const response = { 204: noContent };
    for (const url of urls) {
      api.put(url, { schema: { summary: 'Sets properties.', response }, config }, async (request) =>
        putProperties(request),
      );
      api.delete(url, { schema: { summary: 'Removes properties.', response }, config }, async (request) =>
        removeProperties(request),
      );
    }
    api.patch(
      `${metadata}/:repo/*`,
      {
        schema: { summary: 'Sets and removes properties.', response },
        config: { body: propertyPatch, errors: { 404: ['NOT_FOUND'] } },
      },
      async (request) => patchProperties(request),
    );
  });
}

async function showPath(
  request: FastifyRequest,
): Promise<FileInfo | FolderInfo | FileProperties | FileStats | FileList | LastModified> {
  const { repo, path } = parseAddress(request.raw.url ?? '', prefix);
  const members = await readable(callerOf(request), await requireRepository(repo));
  const origin = ownOrigin(request);
  const { file } = await locate(repo, members, path);
  const query = queryOf(request);
  if (query.has('properties')) return propertiesOf(origin, repo, path, file, query.get('properties') ?? '');
  if (query.has('stats')) return statsOf(origin, present(file, repo, path));
  if (query.has('lastModified')) return lastModified(origin, repo, members, path);
  if (query.has('list')) {
    if (file)
      throw new HttpError(400, 'NOT_A_FOLDER', `${repo}/${path} is a file. ?list supports only folders.`);
    return fileList(origin, repo, members, path, query);
  }
  if (file) return fileInfo(origin, file);

  const { children, more } = await childPage(members, path, { limit: maxChildren });
  const dates = members.length === 1 && members[0] ? await folderDates(members[0], path) : undefined;
  const byName = children.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return folderInfo(origin, repo, path, byName, { dates, truncated: more });
}

async function putProperties(request: FastifyRequest): Promise<void> {
  const properties = parseProperties(propertiesGiven(request));
  if (!Object.keys(properties).length)
    throw new HttpError(400, 'BAD_REQUEST', 'Invalid properties. Expected ?properties=key=value.');
  await annotate(await annotated(request), properties);
}

async function removeProperties(request: FastifyRequest): Promise<void> {
  const keys = parsePropertyKeys(propertiesGiven(request));
  if (!keys.length) throw new HttpError(400, 'BAD_REQUEST', 'Invalid properties. Expected ?properties=key.');
  await annotate(await annotated(request), {}, keys);
}

/** Returns the files at the URL's path: all files below a folder, unless `recursive=0`. */
async function annotated(request: FastifyRequest, given = prefix): Promise<FileRow[]> {
  const { repo, path } = parseAddress(request.raw.url ?? '', given);
  const query = queryOf(request);
  const recursive = (query.get('recursive') ?? query.get('recursiveProperties')) !== '0';
  return annotatable(callerOf(request), repo, path, { recursive });
}

/**
 * PATCH `/artifactory/api/metadata/{repo}/{path}` `{props: {key: "value" | ["a", "b"] | null}}`:
 * `null` removes.
 */
async function patchProperties(request: FastifyRequest): Promise<void> {
  const { set, remove } = readPatch(request.body);
  await annotate(await annotated(request, metadata), set, remove);
}

function propertiesOf(
  origin: string,
  repo: string,
  path: string,
  file: FileRow | undefined,
  wanted: string,
): FileProperties {
  const all: Properties = present(file, repo, path).properties;
  const keys = wanted === '' ? Object.keys(all) : parsePropertyKeys(wanted);
  const properties = Object.fromEntries(keys.flatMap((key) => (all[key] ? [[key, all[key]]] : [])));
  if (!Object.keys(properties).length)
    throw new HttpError(404, 'NO_PROPERTIES', 'No properties could be found.');
  return { properties, uri: storageUri(origin, repo, path) };
}

function statsOf(origin: string, { repo, path, downloads, lastDownloaded }: FileRow): FileStats {
  const uri = storageUri(origin, repo, path);
  return { uri, downloadCount: downloads, lastDownloaded: lastDownloaded?.getTime() ?? 0 };
}

function present(file: FileRow | undefined, repo: string, path: string): FileRow {
  if (!file) throw nothingAt(repo, path);
  return file;
}

function nothingAt(repo: string, path: string): HttpError {
  return new HttpError(404, 'NOT_FOUND', `Path ${path} not found in ${repo}`);
}

/** Returns the undecoded query parameters, so that an escaped separator stays part of its value. */
function queryOf(request: FastifyRequest): Map<string, string> {
  const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
  const parts = query.split('&').filter((part) => part !== '');
  return new Map(
    parts.map((part): [string, string] => {
      const [name = '', value = ''] = part.split(/=(.*)/s);
      return [name, value];
    }),
  );
}

function propertiesGiven(request: FastifyRequest): string {
  return queryOf(request).get('properties') ?? '';
}

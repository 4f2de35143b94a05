import type { FileInfo, FileProperties, FileStats, FolderInfo } from '@lading/contract/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorise, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../http/errors.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { type FileRow, findFile } from '../files/files.ts';
import { type Child, childrenOf, folderDates } from '../files/folders.ts';
import {
  deleteProperties,
  type Properties,
  parseProperties,
  parsePropertyKeys,
  setProperties,
} from '../files/properties.ts';
import { type Repository, requireRepository } from '../repositories/repositories.ts';
import { readableMembers } from './access.ts';
import { parseAddress } from './address.ts';
import { fileInfo, folderInfo, storageUri } from './fileInfo.ts';

const prefix = '/artifactory/api/storage';

/** What is known of a file or a folder, at `/artifactory/api/storage/{repo}/{path}[?properties]`. */
export async function storageRoutes(app: FastifyInstance): Promise<void> {
  for (const url of [`${prefix}/:repo`, `${prefix}/:repo/*`]) {
    app.get(url, showPath);
    app.put(url, putProperties);
    app.delete(url, removeProperties);
  }
}

async function showPath(
  request: FastifyRequest,
): Promise<FileInfo | FolderInfo | FileProperties | FileStats> {
  const { repo, path } = parseAddress(request.raw.url ?? '', prefix);
  const members = await readableMembers(callerOf(request), await requireRepository(repo), path);
  const origin = ownOrigin(request);
  const file = await firstFile(members, path);
  const query = queryOf(request);
  if (query.has('properties')) return propertiesOf(origin, repo, path, file, query.get('properties') ?? '');
  if (query.has('stats')) return statsOf(origin, present(file, repo, path));
  if (file) return fileInfo(origin, file);

  const children = new Map<string, Child>();
  for (const { key } of members)
    for (const child of await childrenOf(key, path)) children.set(child.name, child);
  if (!children.size && path !== '') throw nothingAt(repo, path);
  const dates = members.length === 1 && members[0] ? await folderDates(members[0].key, path) : undefined;
  const sorted = [...children.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return folderInfo(origin, repo, path, sorted, dates);
}

async function putProperties(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const properties = parseProperties(propertiesGiven(request));
  if (!Object.keys(properties).length)
    throw new HttpError(400, 'BAD_REQUEST', '?properties=key=value is expected');
  await setProperties((await annotatable(request)).id, properties);
  return reply.code(204).send();
}

async function removeProperties(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const keys = parsePropertyKeys(propertiesGiven(request));
  if (!keys.length) throw new HttpError(400, 'BAD_REQUEST', '?properties=key is expected');
  await deleteProperties((await annotatable(request)).id, keys);
  return reply.code(204).send();
}

/** The file that the caller may annotate: of a virtual repository that of the first member which has it. */
async function annotatable(request: FastifyRequest): Promise<FileRow> {
  const { repo, path } = parseAddress(request.raw.url ?? '', prefix);
  const repository = await requireRepository(repo);
  if (path === '')
    throw new HttpError(400, 'BAD_PATH', 'Properties are set on a file: the address needs its path');
  const caller = callerOf(request);
  const file = await firstFile(await readableMembers(caller, repository, path), path);
  const { repo: holder } = present(file, repo, path);
  await authorise(caller, 'annotate', { repo: holder, path });
  return present(file, repo, path);
}

async function firstFile(members: readonly Repository[], path: string): Promise<FileRow | undefined> {
  if (path === '') return undefined;
  for (const { key } of members) {
    const file = await findFile(key, path);
    if (file) return file;
  }
  return undefined;
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
  return new HttpError(404, 'NOT_FOUND', `There is nothing at ${path} in ${repo}`);
}

/** Names and values as they came, so that an escaped separator stays a part of its value. */
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

import {
  ArtifactCount,
  VersionDependencies,
  VersionProperties,
  VersionReadme,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../../access/accessRules.ts';
import { allows, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fileCounts } from '../../files/fileCounts.ts';
import { checkPath } from '../../files/paths.ts';
import { readStoredFile } from '../../files/storedFile.ts';
import { ownApi } from '../../http/api/ownApi.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { type FoundVersion, findVersion, readReadme } from './findVersion.ts';

/** Base path of the data of a version's tabs. */
export const nativeVersions = '/ui/api/v1/ui/v1/native/versions/:type';

const byType = Type.Object({ type: Type.String({ description: 'Package type.' }) });
const byFile = Type.Object({
  repoKey: Type.String(),
  path: Type.String({ description: 'Path of the lead file of the version.' }),
});

export interface ByFile {
  Params: { type: string };
  Querystring: { repoKey?: unknown; path?: unknown };
}

/** Data of a version's tabs, by its lead file, and the number of files. */
export async function nativeRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Packages', access: byPermission });
  api.get<ByFile>(
    `${nativeVersions}/dependencies`,
    {
      schema: {
        summary: 'Returns the dependencies of a version.',
        params: byType,
        response: { 200: VersionDependencies },
      },
      config: { query: byFile, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { dependencies, devDependencies } = await versionOf(request);
      return { dependencies: listed(dependencies), devDependencies: listed(devDependencies) };
    },
  );

  api.get<ByFile>(
    `${nativeVersions}/readme`,
    {
      schema: {
        summary: 'Returns the readme of a version.',
        params: byType,
        response: { 200: VersionReadme },
      },
      config: { query: byFile, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { id } = await versionOf(request);
      return { readme: await readReadme(id) };
    },
  );

  api.get<ByFile>(
    `${nativeVersions}/props`,
    {
      schema: {
        summary: 'Returns the properties of a version.',
        params: byType,
        response: { 200: VersionProperties },
      },
      config: { query: byFile, errors: { 404: ['NOT_FOUND'] } },
    },
    async (request) => {
      const { file } = await versionOf(request);
      return Object.entries(file.properties)
        .map(([key, values]) => ({ key, values }))
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    },
  );

  api.get(
    '/ui/api/v1/ui/home/widget/artifactCount',
    {
      schema: {
        summary: 'Returns the number of files that the caller can read.',
        response: { 200: ArtifactCount },
      },
    },
    async (request) => {
      let artifactCount = 0;
      for (const [repo, count] of await fileCounts()) {
        if (await allows(callerOf(request), 'read', { repo })) artifactCount += count;
      }
      return { widgetName: 'artifactCount' as const, widgetData: { artifactCount } };
    },
  );
}

/** Finds the version of the request. Throws `HttpError` 400 or 404. */
export async function versionOf(request: FastifyRequest<ByFile>): Promise<FoundVersion> {
  const { repoKey, path } = request.query;
  if (typeof repoKey !== 'string' || typeof path !== 'string') {
    throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected ?path= and &repoKey=, once each.');
  }
  const repository = await requireRepository(repoKey);
  const file = await readStoredFile(callerOf(request), repository, checkPath(path.replace(/^\//, '')));
  const version = await findVersion(request.params.type.toLowerCase(), file);
  if (version) return version;
  throw new HttpError(
    404,
    'NOT_FOUND',
    `${path} in ${repoKey} is not a file of a version of type ${request.params.type}`,
  );
}

function listed(ranges: Readonly<Record<string, string>>): VersionDependencies['dependencies'] {
  return Object.entries(ranges)
    .map(([name, version]) => ({ name, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

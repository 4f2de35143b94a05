import type {
  ArtifactCount,
  VersionDependencies,
  VersionProperties,
  VersionReadme,
} from '@lading/contract/rest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allows, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { fileCounts } from '../../files/fileCounts.ts';
import { readKeptFile } from '../../files/keptFile.ts';
import { checkPath } from '../../files/paths.ts';
import { requireRepository } from '../../repositories/repositories.ts';
import { type FoundVersion, findVersion, readReadme } from './findVersion.ts';

/** Where a version's tabs are read. */
export const nativeVersions = '/ui/api/v1/ui/v1/native/versions/:type';

export interface ByFile {
  Params: { type: string };
  Querystring: { repoKey?: unknown; path?: unknown };
}

/** What a version's tabs show, found by its lead file, and how many files there are. */
export async function nativeRoutes(app: FastifyInstance): Promise<void> {
  app.get<ByFile>(`${nativeVersions}/dependencies`, async (request): Promise<VersionDependencies> => {
    const { dependencies, devDependencies } = await versionOf(request);
    return { dependencies: listed(dependencies), devDependencies: listed(devDependencies) };
  });

  app.get<ByFile>(`${nativeVersions}/readme`, async (request): Promise<VersionReadme> => {
    const { id } = await versionOf(request);
    return { readme: await readReadme(id) };
  });

  app.get<ByFile>(`${nativeVersions}/props`, async (request): Promise<VersionProperties> => {
    const { file } = await versionOf(request);
    return Object.entries(file.properties)
      .map(([key, values]) => ({ key, values }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  });

  app.get('/ui/api/v1/ui/home/widget/artifactCount', async (request): Promise<ArtifactCount> => {
    let artifactCount = 0;
    for (const [repo, count] of await fileCounts()) {
      if (await allows(callerOf(request), 'read', { repo })) artifactCount += count;
    }
    return { widgetName: 'artifactCount', widgetData: { artifactCount } };
  });
}

/** Throws `HttpError` 400 or 404. */
export async function versionOf(request: FastifyRequest<ByFile>): Promise<FoundVersion> {
  const { repoKey, path } = request.query;
  if (typeof repoKey !== 'string' || typeof path !== 'string') {
    throw new HttpError(400, 'BAD_REQUEST', 'The address needs ?path= and &repoKey=, once each');
  }
  const repository = await requireRepository(repoKey);
  const file = await readKeptFile(callerOf(request), repository, checkPath(path.replace(/^\//, '')));
  const version = await findVersion(request.params.type.toLowerCase(), file);
  if (version) return version;
  throw new HttpError(
    404,
    'NOT_FOUND',
    `${path} in ${repoKey} is no file of a version of type ${request.params.type}`,
  );
}

function listed(ranges: Readonly<Record<string, string>>): VersionDependencies['dependencies'] {
  return Object.entries(ranges)
    .map(([name, version]) => ({ name, version }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

import type {
  BuildDetails,
  BuildDiff,
  BuildOverview,
  BuildRuns,
  FileBuilds,
  VersionBuilds,
} from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { allowsBuild, authoriseBuild, authoriseBuildList } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { readKeptFile } from '../files/keptFile.ts';
import { checkPath } from '../files/paths.ts';
import { filesOf } from '../packages/native/findVersion.ts';
import { type ByFile, nativeVersions, versionOf } from '../packages/native/routes.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { listBuildNames } from './builds.ts';
import { buildsOfFiles } from './buildsOfFiles.ts';
import { buildDetails } from './details.ts';
import { diffOf } from './diff.ts';
import { namedBuilds } from './namedBuilds.ts';
import { type Numbered, requireBuild, requireOther } from './requireBuild.ts';
import { runsPage } from './runsPage.ts';

/** So many builds are shown at once. */
const most = 500;
const prefix = '/ui/api/v1/ui';

/** What the console shows of builds. */
export async function buildScreenRoutes(app: FastifyInstance): Promise<void> {
  app.get<ByFile>(`${nativeVersions}/builds`, async (request): Promise<VersionBuilds> => {
    const { id, file } = await versionOf(request);
    const { made } = await buildsOfFiles(callerOf(request), await filesOf(id));
    return { results: namedBuilds(file, made) };
  });

  app.get<{ Querystring: { search?: unknown } }>(
    `${prefix}/builds`,
    async (request): Promise<BuildOverview> => {
      const { search } = request.query;
      const caller = callerOf(request);
      await authoriseBuildList(caller);
      const builds: BuildOverview['builds'] = [];
      for (const { name, runs, lastNumber, lastStarted } of await listBuildNames(
        typeof search === 'string' ? search : '',
      ))
        if (await allowsBuild(caller, 'read', name)) builds.push({ name, runs, lastNumber, lastStarted });
      builds.sort((a, b) => (a.lastStarted < b.lastStarted ? 1 : -1));
      return { builds: builds.slice(0, most), truncated: builds.length > most };
    },
  );

  app.get<{ Params: { name: string }; Querystring: { after?: unknown } }>(
    `${prefix}/builds/:name`,
    async (request): Promise<BuildRuns> => {
      const { name } = request.params;
      await authoriseBuild(callerOf(request), 'read', name);
      return runsPage(name, request.query.after);
    },
  );

  app.get<Numbered>(
    `${prefix}/builds/:name/:number`,
    async (request): Promise<BuildDetails> => buildDetails(callerOf(request), await requireBuild(request)),
  );

  app.get<Numbered>(`${prefix}/builds/:name/:number/diff`, async (request): Promise<BuildDiff> => {
    const build = await requireBuild(request);
    const { to } = request.query;
    if (typeof to !== 'string' || to === '')
      throw new HttpError(
        400,
        'BAD_REQUEST',
        'Invalid query. ?to= is missing. Expected the number of an older run.',
      );
    return diffOf(build, await requireOther(build, to));
  });

  app.get<{ Querystring: { repoKey?: unknown; path?: unknown } }>(
    `${prefix}/fileBuilds`,
    async (request): Promise<FileBuilds> => {
      const { repoKey, path } = request.query;
      if (typeof repoKey !== 'string' || typeof path !== 'string')
        throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected ?repoKey= and &path=, once each.');
      const caller = callerOf(request);
      const file = await readKeptFile(
        caller,
        await requireRepository(repoKey),
        checkPath(path.replace(/^\//, '')),
      );
      return buildsOfFiles(caller, [file]);
    },
  );
}

import {
  BuildDetails,
  BuildDiff,
  BuildOverview,
  BuildRuns,
  FileBuilds,
  VersionBuilds,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { allowsBuild, authorizeBuild, authorizeBuildList } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { checkPath } from '../files/paths.ts';
import { readStoredFile } from '../files/storedFile.ts';
import { type OwnApi, ownApi } from '../http/api/ownApi.ts';
import { filesOf } from '../packages/native/findVersion.ts';
import { type ByFile, nativeVersions, versionOf } from '../packages/native/routes.ts';
import { requireRepository } from '../repositories/repositories.ts';
import { listBuildNames } from './builds.ts';
import { buildsOfFiles } from './buildsOfFiles.ts';
import { buildDetails } from './details.ts';
import { diffOf } from './diff.ts';
import { asNamed, namedBuilds } from './namedBuilds.ts';
import { type Numbered, requireBuild, requireOther } from './requireBuild.ts';
import { runsPage } from './runsPage.ts';

/** Maximum listed builds. */
const most = 500;
const prefix = '/ui/api/v1/ui';
const byName = Type.Object({ name: Type.String() });
const byNumber = Type.Object({ name: Type.String(), number: Type.String() });
const text = Type.Optional(Type.String());
const errors = { 404: ['NOT_FOUND'] };
/** Query of a run; without `started`, the newest one. */
const ofRun = { started: text };

/** Build data for the console. */
export async function buildScreenRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Builds', access: byPermission });

  api.get(
    `${nativeVersions}/builds`,
    {
      schema: {
        summary: 'Lists builds with a version of a package as an artifact or a dependency.',
        response: { 200: VersionBuilds },
      },
      config: { tag: 'Packages', query: Type.Object({ path: text, repoKey: text }), errors },
    },
    async (request) => {
      const { id, file } = await versionOf(request as FastifyRequest<ByFile>);
      const { made, used, truncated } = await buildsOfFiles(callerOf(request), await filesOf(id));
      return { results: namedBuilds(file, made), used: used.map(asNamed), truncated };
    },
  );

  api.get(
    `${prefix}/builds`,
    {
      schema: { summary: 'Lists builds, last started first.', response: { 200: BuildOverview } },
      config: { query: Type.Object({ search: text }) },
    },
    async (request) => {
      const { search } = request.query as { search?: unknown };
      const caller = callerOf(request);
      await authorizeBuildList(caller);
      const builds: BuildOverview['builds'] = [];
      for (const { name, runs, lastNumber, lastStarted } of await listBuildNames(
        typeof search === 'string' ? search : '',
      ))
        if (await allowsBuild(caller, 'read', name)) builds.push({ name, runs, lastNumber, lastStarted });
      builds.sort((a, b) => (a.lastStarted < b.lastStarted ? 1 : -1));
      return { builds: builds.slice(0, most), truncated: builds.length > most };
    },
  );

  api.get(
    `${prefix}/fileBuilds`,
    {
      schema: { summary: 'Lists builds that made or used a file.', response: { 200: FileBuilds } },
      config: { query: Type.Object({ repoKey: Type.String(), path: Type.String() }), errors },
    },
    async (request) => {
      const { repoKey, path } = request.query as { repoKey?: unknown; path?: unknown };
      if (typeof repoKey !== 'string' || typeof path !== 'string')
        throw new HttpError(400, 'BAD_REQUEST', 'Invalid query. Expected ?repoKey= and &path=, once each.');
      const caller = callerOf(request);
      const file = await readStoredFile(
        caller,
        await requireRepository(repoKey),
        checkPath(path.replace(/^\//, '')),
      );
      return buildsOfFiles(caller, [file]);
    },
  );

  runRoutes(api);
}

function runRoutes(api: OwnApi): void {
  api.get(
    `${prefix}/builds/:name`,
    {
      schema: {
        summary: 'Lists runs of a build, last started first.',
        params: byName,
        response: { 200: BuildRuns },
      },
      config: { query: Type.Object({ after: text }), errors },
    },
    async (request) => {
      const { name } = request.params;
      await authorizeBuild(callerOf(request), 'read', name);
      return runsPage(name, (request.query as { after?: unknown }).after);
    },
  );

  api.get(
    `${prefix}/builds/:name/:number`,
    {
      schema: { summary: 'Returns a run of a build.', params: byNumber, response: { 200: BuildDetails } },
      config: { query: Type.Object(ofRun), errors },
    },
    async (request) =>
      buildDetails(callerOf(request), await requireBuild(request as FastifyRequest<Numbered>)),
  );

  api.get(
    `${prefix}/builds/:name/:number/diff`,
    {
      schema: {
        summary: 'Compares a run with another run of the build.',
        params: byNumber,
        response: { 200: BuildDiff },
      },
      config: { query: Type.Object({ ...ofRun, to: Type.String() }), errors },
    },
    async (request) => {
      const build = await requireBuild(request as FastifyRequest<Numbered>);
      const { to } = request.query as { to?: unknown };
      if (typeof to !== 'string' || to === '')
        throw new HttpError(
          400,
          'BAD_REQUEST',
          'Invalid query. ?to= is missing. Expected the number of an older run.',
        );
      return diffOf(build, await requireOther(build, to));
    },
  );
}

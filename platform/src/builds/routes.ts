import type { BuildAnswer, BuildDiff } from '@lading/contract/rest';
import { BuildList, BuildNumbers } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { byPermission } from '../access/accessRules.ts';
import { allowsBuild, authorizeBuild, authorizeBuildList, authorizeSomeBuild } from '../access/builds.ts';
import { callerOf } from '../access/gateway.ts';
import { HttpError } from '../errors/HttpError.ts';
import { noContent, ownApi } from '../http/api/ownApi.ts';
import { ownOrigin } from '../http/ownOrigin.ts';
import { findBuild, listBuildNames, listRuns, saveBuild, saysTheSame } from './builds.ts';
import { diffOf } from './diff.ts';
import { promotionsOf } from './promotion/promotions.ts';
import { promotionRoutes } from './promotion/routes.ts';
import { readBuildInfo } from './readBuildInfo.ts';
import { buildRemovalRoutes } from './removalRoutes.ts';
import { type Numbered, noBuild, requireBuild, requireOther } from './requireBuild.ts';
import { buildScreenRoutes } from './screenRoutes.ts';

/** Maximum bytes of build-info: enough for thousands of files. */
const largest = 16 * 1024 * 1024;

const byName = Type.Object({ name: Type.String() });

/** Build-info API for clients, under `/artifactory/api/build`, and build data for the console. */
export async function buildRoutes(app: FastifyInstance): Promise<void> {
  await app.register(buildScreenRoutes);
  await app.register(buildRemovalRoutes);
  await app.register(promotionRoutes);
  await app.register(async (builds) => {
    const json = builds.getDefaultJsonParser('error', 'error');
    const options = { parseAs: 'string', bodyLimit: largest } as const;
    builds.removeAllContentTypeParsers();
    // Clients use their own content types: `application/vnd.org.jfrog.artifactory+json`.
    builds.addContentTypeParser(/^application\/(?:json|[\w.-]+\+json)/, options, json);

    // Check for any publish permission before reading a large body.
    const preParsing = (request: FastifyRequest) => authorizeSomeBuild(callerOf(request), 'deploy');
    const api = ownApi(builds, { tag: 'Builds', access: byPermission });
    api.put(
      '/artifactory/api/build',
      {
        bodyLimit: largest,
        preParsing,
        schema: {
          summary: 'Publishes a build.',
          description: 'The body is a build-info document; all its fields are stored.',
          response: { 204: noContent },
        },
        config: { errors: { 400: ['NO_PROJECTS', 'BAD_BUILD_INFO'], 409: ['EXISTS'] } },
      },
      async (request) => {
        if ((request.query as Record<string, unknown>).project) {
          throw new HttpError(
            400,
            'NO_PROJECTS',
            'Builds cannot belong to a project. Publish without ?project=.',
          );
        }
        const read = readBuildInfo(request.body);
        const { name, number } = read.info;
        const caller = callerOf(request);
        await authorizeBuild(caller, 'deploy', name);
        const existing = await findBuild(name, number, read.started);
        if (existing && saysTheSame(existing, read)) return;
        if (existing) await authorizeBuild(caller, 'delete', name);
        if (await saveBuild(read, caller.userName, existing !== undefined)) return;
        throw new HttpError(
          409,
          'EXISTS',
          `Build ${name} ${number} with this start time was published concurrently`,
        );
      },
    );

    api.get(
      '/artifactory/api/build',
      { schema: { summary: 'Lists builds.', response: { 200: BuildList } } },
      async (request) => {
        const caller = callerOf(request);
        await authorizeBuildList(caller);
        const readable: BuildList['builds'] = [];
        for (const { name, lastStarted } of await listBuildNames()) {
          if (await allowsBuild(caller, 'read', name))
            readable.push({ uri: `/${encodeURIComponent(name)}`, lastStarted });
        }
        return { uri: addressOf(request), builds: readable };
      },
    );

    api.get(
      '/artifactory/api/build/:name',
      {
        schema: {
          summary: 'Lists the numbers of a build, newest first.',
          params: byName,
          response: { 200: BuildNumbers },
        },
        config: { errors: { 404: ['NOT_FOUND'] } },
      },
      async (request) => {
        const { name } = request.params;
        await authorizeBuild(callerOf(request), 'read', name);
        const runs = await listRuns(name, 10_000);
        if (!runs.length) throw noBuild(name);
        return {
          uri: addressOf(request, name),
          buildsNumbers: runs.map(({ number, started }) => ({
            uri: `/${encodeURIComponent(number)}`,
            started,
          })),
        };
      },
    );

    builds.get<Numbered>(
      '/artifactory/api/build/:name/:number',
      async (request): Promise<BuildAnswer | BuildDiff> => {
        const build = await requireBuild(request);
        const { diff } = request.query;
        if (typeof diff === 'string') return diffOf(build, await requireOther(build, diff));
        const { id, info, name, number } = build;
        const promotions = (await promotionsOf(id)).reverse();
        const own = Array.isArray(info.statuses) ? info.statuses : [];
        const buildInfo = promotions.length > 0 ? { ...info, statuses: [...own, ...promotions] } : info;
        return { uri: addressOf(request, name, number), buildInfo };
      },
    );
  });
}

function addressOf(request: FastifyRequest, ...parts: string[]): string {
  return [`${ownOrigin(request)}/artifactory/api/build`, ...parts.map(encodeURIComponent)].join('/');
}

import {
  ProjectStorage,
  StorageCalculation,
  StorageDay,
  StorageInfo,
  StorageKind,
  StorageSummary,
} from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators, projectAdministrators } from '../../access/accessRules.ts';
import { authorizeProject, callerOf } from '../../access/gateway.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, type OwnApi, ownApi } from '../../http/api/ownApi.ts';
import { readDays } from './growthTable.ts';
import { defineUsageJob, usageJob } from './job.ts';
import { storageInfo } from './storageInfo.ts';
import { projectStorage, storageSummary } from './summary.ts';

/** Storage usage, for the console and in Artifactory's format. */
export async function usageRoutes(app: FastifyInstance): Promise<void> {
  const api = ownApi(app, { tag: 'Storage', access: administrators });
  defineUsageJob(app.platform);
  const { blobUrl } = app.settings;

  api.get(
    '/ui/api/v1/ui/storage/summary',
    {
      schema: {
        summary: 'Returns the use of storage as of its last calculation.',
        response: { 200: StorageSummary },
      },
    },
    async (_request, reply): Promise<StorageSummary> => {
      reply.header('cache-control', 'no-store');
      const summary = await storageSummary(blobUrl);
      const jobs = await app.jobs.states();
      const calculating = jobs.some(({ name, state }) => name === usageJob && state === 'running');
      return { ...summary, calculating };
    },
  );

  api.get(
    '/ui/api/v1/ui/storage/history',
    {
      schema: {
        summary: 'Returns the use of storage of a repository, project, or package type by day.',
        querystring: Type.Object({ kind: StorageKind, key: Type.String({ maxLength: 100 }) }),
        response: { 200: Type.Array(StorageDay) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return readDays(request.query.kind, request.query.key);
    },
  );

  api.post(
    '/ui/api/v1/ui/storage/calculate',
    { schema: { summary: 'Calculates the use of storage in the background.', response: { 202: noContent } } },
    async (_request, reply) => {
      await app.jobs.runNow(usageJob);
      return reply.code(202).send();
    },
  );
  projectCall(api);
  artifactoryCalls(api, blobUrl);
}

function projectCall(api: OwnApi): void {
  api.get(
    '/ui/api/v1/ui/storage/projects/:key',
    {
      schema: {
        summary: 'Returns the use of storage of a project as of its last calculation.',
        params: Type.Object({ key: Type.String({ maxLength: 100 }) }),
        response: { 200: ProjectStorage },
      },
      config: { access: projectAdministrators },
    },
    async (request, reply): Promise<ProjectStorage> => {
      await authorizeProject(callerOf(request), 'settings', request.params.key);
      reply.header('cache-control', 'no-store');
      return projectStorage(request.params.key);
    },
  );
}

function artifactoryCalls(api: OwnApi, blobUrl: string): void {
  const url = '/artifactory/api/storageinfo';
  api.get(
    url,
    {
      schema: {
        summary:
          'Returns the use of storage as of its last calculation, in the form that Artifactory returns.',
        response: { 200: StorageInfo },
      },
      config: { errors: { 503: ['NOT_CALCULATED'] } },
    },
    async (_request, reply): Promise<StorageInfo> => {
      reply.header('cache-control', 'no-store');
      const summary = await storageSummary(blobUrl);
      if (summary.calculated !== null) return storageInfo(summary, summary.calculated);
      await api.jobs.runNow(usageJob);
      throw new HttpError(
        503,
        'NOT_CALCULATED',
        'The use of storage is being calculated for the first time. Try again in a minute.',
        undefined,
        { 'retry-after': '60' },
      );
    },
  );

  api.post(
    `${url}/calculate`,
    {
      schema: {
        summary: 'Calculates the use of storage in the background.',
        response: { 202: StorageCalculation },
      },
    },
    async (_request, reply) => {
      await api.jobs.runNow(usageJob);
      return reply.code(202).send({ info: 'Calculating storage summary in progress' });
    },
  );
}

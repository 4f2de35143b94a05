import { StorageCalculation, StorageInfo, StorageSummary } from '@lading/contract/schemas';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import { defineUsageJob, usageJob } from './job.ts';
import { storageInfo } from './storageInfo.ts';
import { storageSummary } from './summary.ts';

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

  api.post(
    '/ui/api/v1/ui/storage/calculate',
    { schema: { summary: 'Calculates the use of storage in the background.', response: { 202: noContent } } },
    async (_request, reply) => {
      await app.jobs.runNow(usageJob);
      return reply.code(202).send();
    },
  );

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
      await app.jobs.runNow(usageJob);
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
      await app.jobs.runNow(usageJob);
      return reply.code(202).send({ info: 'Calculating storage summary in progress' });
    },
  );
}

import { type JobReport, JobsReport } from '@lading/contract/schemas';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { administrators } from '../../access/accessRules.ts';
import { record } from '../../access/audit/record.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { noContent, ownApi } from '../../http/api/ownApi.ts';
import type { JobState } from '../../jobs/Job.ts';

/** Adds the routes that list background jobs and run one now. */
export async function jobRoutes(app: FastifyInstance): Promise<void> {
  const url = '/artifactory/api/system/jobs';
  const api = ownApi(app, { tag: 'System', access: administrators });

  api.get(
    url,
    { schema: { summary: 'Lists the background jobs of all nodes.', response: { 200: JobsReport } } },
    async (_request, reply): Promise<JobsReport> => {
      reply.header('cache-control', 'no-store');
      return { jobs: (await app.jobs.states()).map(reportOf) };
    },
  );

  api.post(
    `${url}/:name/run`,
    {
      schema: {
        summary: 'Runs a background job now, or again after the run in progress.',
        params: Type.Object({ name: Type.String() }),
        response: { 202: noContent },
      },
      config: { errors: { 404: ['NOT_FOUND'] } },
    },
    async (request, reply) => {
      const { name } = request.params;
      if (!(await app.jobs.runNow(name)))
        throw new HttpError(
          404,
          'NOT_FOUND',
          `Job "${name.slice(0, 100)}" not found. Send GET ${url} for a list of all jobs.`,
        );
      await record(request, 'job-requested', `Job ${name} was requested`);
      return reply.code(202).send();
    },
  );
}

function reportOf({ node, started, ended, duration, nextRun, error, ...state }: JobState): JobReport {
  return {
    ...state,
    ...(node === null ? {} : { node }),
    ...(started ? { started: started.toISOString() } : {}),
    ...(ended ? { ended: ended.toISOString() } : {}),
    ...(duration === null ? {} : { duration: Math.round(duration) }),
    ...(nextRun ? { nextRun: nextRun.toISOString() } : {}),
    ...(error === null ? {} : { error }),
  };
}

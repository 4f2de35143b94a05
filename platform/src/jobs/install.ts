import type { FastifyInstance } from 'fastify';
import { currentPlatform } from '../database/db.ts';
import type { JobRunner } from './JobRunner.ts';
import { deleteOldJobs } from './jobTable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner;
  }
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly jobs: JobRunner;
  }
}

/** Runs the jobs while the server runs. They are also available as `app.jobs`. */
export function installJobs(app: FastifyInstance): void {
  const { jobs } = app;
  jobs.define({
    name: 'delete-old-job-states',
    description: 'Deletes the job states of nodes that no longer exist',
    cluster: 'one',
    every: 86_400,
    sequential: true,
    run: deleteOldJobs,
  });
  app.addHook('onReady', async () => jobs.start());
  // Jobs are aborted while requests in progress end.
  app.addHook('preClose', (done) => {
    jobs.abort();
    done();
  });
  app.addHook('onClose', () => jobs.stop());
}

/** Notifies a job of the current platform that there is work. */
export function wakeJob(name: string): void {
  currentPlatform().jobs.wake(name);
}

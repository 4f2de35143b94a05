import type { FastifyInstance } from 'fastify';
import { withStorage } from '../database/db.ts';
import { perStorage } from '../database/perStorage.ts';
import { logTo } from '../http/logSink.ts';
import { readNodeId } from '../settings/nodeId.ts';
import type { Storage } from '../storage/storage.ts';
import { JobRunner, type JobRunnerOptions } from './JobRunner.ts';
import { deleteOldJobs } from './jobTable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner;
  }
}

const current = perStorage((): { runner?: JobRunner } => ({}));

/** Adds `app.jobs`, which runs while the server does. */
export function installJobs(app: FastifyInstance, storage: Storage, times?: JobRunnerOptions['times']): void {
  const node = readNodeId(app.settings.home);
  const jobs = new JobRunner({
    storage,
    node,
    log: logTo(app.log, 'artifactory-jobs'),
    ...(times ? { times } : {}),
  });
  app.decorate('jobs', jobs);
  jobs.define({
    name: 'delete-old-job-states',
    description: 'Deletes the job states of nodes that no longer exist',
    cluster: 'one',
    every: 86_400,
    sequential: true,
    run: deleteOldJobs,
  });
  app.addHook('onReady', async () => {
    withStorage(storage, current).runner = jobs;
    jobs.start();
  });
  // Requests in progress end while the jobs do.
  app.addHook('preClose', (done) => {
    jobs.abort();
    done();
  });
  app.addHook('onClose', () => jobs.stop());
}

/** Tells a job of the current storage that there is work. */
export function wakeJob(name: string): void {
  current().runner?.wake(name);
}

import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { GitServerError } from '../git/GitServerError.ts';
import { gitUnavailable } from '../gitFeature.ts';
import { scanWatch } from './scanWatch.ts';
import { isCheckDue, noteFailure, noteSuccess, takeDue } from './watches.ts';

export const scanJob = 'scan-git-repositories';

/** Defines the job that scans watched branches, one after the other. */
export function defineScanJob(app: FastifyInstance): void {
  const { seal, platform } = app;
  app.jobs.define({
    name: scanJob,
    description: 'Scans the dependencies of watched Git branches',
    cluster: 'one',
    every: 60,
    first: 30,
    settle: 50,
    pending: isCheckDue,
    async run(signal) {
      if ((await gitUnavailable(app)) !== undefined) return;
      for (let watch = await takeDue(); watch && !signal.aborted; watch = await takeDue()) {
        try {
          await scanWatch(watch, seal, platform.publicUrl.current, signal);
          await noteSuccess(watch.id);
        } catch (error) {
          if (!(error instanceof GitServerError || error instanceof HttpError)) throw error;
          await noteFailure(watch.id, error.message);
        }
      }
    },
  });
}

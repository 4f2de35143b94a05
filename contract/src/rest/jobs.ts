import { type Static, Type } from '@sinclair/typebox';
import { oneOf, time } from './schemaKinds.ts';

/** Background jobs, under `/artifactory/api/system/jobs`, for administrators. */

export type JobReport = Static<typeof JobReport>;
export const JobReport = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    deletes: Type.Optional(
      Type.Boolean({
        description: 'Whether a run deletes content or records. Ask before you run it. Absent: false.',
      }),
    ),
    node: Type.Optional(
      Type.String({
        description: 'The node that runs it now; of a job that runs on each node, the node of this entry.',
      }),
    ),
    state: oneOf(['idle', 'running', 'failed'], {
      description: '`failed`: it is retried at `nextRun`, with exponential backoff.',
    }),
    started: Type.Optional(time('Start of the current or last run.')),
    ended: Type.Optional(time('End of the last finished run.')),
    duration: Type.Optional(Type.Integer({ description: 'Of the last finished run, in milliseconds.' })),
    nextRun: Type.Optional(time('Absent: it runs when there is something to do.')),
    failures: Type.Integer({ description: 'Failed runs in a row.' }),
    error: Type.Optional(Type.String({ description: 'Of the last run, if it failed.' })),
  },
  { title: 'JobReport' },
);

/** GET. */
export type JobsReport = Static<typeof JobsReport>;
export const JobsReport = Type.Object({ jobs: Type.Array(JobReport) }, { title: 'JobsReport' });

import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { db } from '../../database/db.ts';
import { poolFigures } from '../../database/poolFigures.ts';
import type { JobState } from '../../jobs/Job.ts';
import { gauge, type Metric } from './Metrics.ts';

/** Adds metrics about the database and its connections, queues, and background jobs. */
export function addDatabaseMetrics(app: FastifyInstance): void {
  app.metrics.add('database', async () => {
    const began = performance.now();
    const up = await db()
      .execute(sql`SELECT 1`)
      .then(() => true)
      .catch(() => false);
    const { open, idle, waiting, most } = poolFigures();
    return [
      gauge('lading_database_up', 'Whether the database is available.', Number(up)),
      gauge(
        'lading_database_response_seconds',
        'Time that the database took for the smallest query, including the wait for a connection.',
        (performance.now() - began) / 1000,
      ),
      gauge('lading_database_connections', 'Connections of this node, by state.', [
        { labels: { state: 'used' }, value: open - idle },
        { labels: { state: 'idle' }, value: idle },
      ]),
      gauge('lading_database_connections_max', 'Connections that this node can open.', most),
      gauge('lading_database_queries_waiting', 'Queries that wait for a connection.', waiting),
    ];
  });
  app.metrics.add('jobs', async () => jobMetrics(await app.jobs.states()));
}

function jobMetrics(states: readonly JobState[]): Metric[] {
  const each = (value: (state: JobState) => number | undefined) =>
    states.flatMap((state) => {
      const found = value(state);
      const labels = { job: state.name, node: state.node ?? '' };
      return found === undefined ? [] : [{ labels, value: found }];
    });
  const failing = new Set(states.filter(({ failures }) => failures > 0).map(({ name }) => name));
  return [
    gauge('lading_jobs_failing', 'Background jobs whose last run failed.', failing.size),
    gauge(
      'lading_job_running',
      'Whether a background job runs now.',
      each(({ state }) => Number(state === 'running')),
    ),
    gauge(
      'lading_job_failures',
      'Failed runs of a background job in a row.',
      each(({ failures }) => failures),
    ),
    gauge(
      'lading_job_last_run_seconds',
      'Duration of the last finished run.',
      each(({ duration }) => (duration === null ? undefined : duration / 1000)),
    ),
    gauge(
      'lading_job_last_end_time_seconds',
      'End of the last finished run, in Unix time.',
      each(({ ended }) => (ended ? ended.getTime() / 1000 : undefined)),
    ),
  ];
}

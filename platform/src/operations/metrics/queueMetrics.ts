import type { FastifyInstance } from 'fastify';
import { gauge } from './Metrics.ts';

/** Adds metrics about queues. All but `jobs` are the same on each node. */
export function addQueueMetrics(app: FastifyInstance): void {
  const { queues } = app.metrics;
  queues.add('jobs', () => ({ waiting: app.jobs.waiting }));
  app.metrics.add('queues', async () => {
    const figures = [...(await queues.read())];
    return [
      gauge(
        'lading_queue_length',
        'Entries of a queue that wait or are in progress, up to 100,000.',
        figures.map(([queue, { waiting }]) => ({ labels: { queue }, value: waiting })),
      ),
      gauge(
        'lading_queue_oldest_seconds',
        'Age of the oldest entry of a queue; 0 if the queue is empty.',
        figures.flatMap(([queue, { oldest }]) =>
          oldest === undefined ? [] : [{ labels: { queue }, value: Math.max(oldest ?? 0, 0) }],
        ),
      ),
    ];
  });
}

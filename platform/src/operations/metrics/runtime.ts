import { readdir } from 'node:fs/promises';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { version } from '../../settings/version.ts';
import { counter, gauge, type Metric } from './Metrics.ts';

/**
 * Interval of event loop measurements, in milliseconds. Each one wakes the process, so they start
 * with the first reading.
 */
const resolutionMs = 50;

/** Adds metrics about the process: processor time, memory, open files, and the event loop. */
export function addRuntimeMetrics(app: FastifyInstance): void {
  let delay: IntervalHistogram | undefined;
  app.addHook('onClose', async () => void delay?.disable());
  app.metrics.add('runtime', async () => {
    if (!delay) {
      delay = monitorEventLoopDelay({ resolution: resolutionMs });
      delay.enable();
    }
    const info = { version, node: app.platform.node, runtime: process.version };
    return [
      gauge('lading_info', 'The version of the server, and the ID of the node.', [
        { labels: info, value: 1 },
      ]),
      ...(await processMetrics()),
      ...loopMetrics(delay),
    ];
  });
}

async function processMetrics(): Promise<Metric[]> {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  // Available only on Linux.
  const files = await readdir('/proc/self/fd').catch(() => undefined);
  return [
    counter('process_cpu_seconds_total', 'Processor time of the server.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory of the server.', rss),
    gauge(
      'process_start_time_seconds',
      'Start of the server, in Unix time.',
      Date.now() / 1000 - process.uptime(),
    ),
    ...(files ? [gauge('process_open_fds', 'Open files and connections.', files.length)] : []),
    gauge('nodejs_heap_size_used_bytes', 'Used memory of the JavaScript heap.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Memory of the JavaScript heap.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the JavaScript heap.', external),
  ];
}

/** Returns metrics of the event loop since the previous reading. */
function loopMetrics(delay: IntervalHistogram): Metric[] {
  const { active, idle } = performance.eventLoopUtilization();
  const late = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(nanoseconds / 1e9 - resolutionMs / 1000, 0) : 0;
  const lags = new Map([50, 90, 99].map((percent) => [percent, late(delay.percentile(percent))]));
  const worst = late(delay.max);
  delay.reset();
  return [
    counter('nodejs_eventloop_active_seconds_total', 'Time in which the event loop worked.', active / 1000),
    counter('nodejs_eventloop_idle_seconds_total', 'Time in which the event loop waited.', idle / 1000),
    ...[...lags].map(([percent, lag]) =>
      gauge(
        `nodejs_eventloop_lag_p${percent}_seconds`,
        `Delay of the event loop since the last reading, ${percent}th percentile.`,
        lag,
      ),
    ),
    gauge(
      'nodejs_eventloop_lag_max_seconds',
      'Longest delay of the event loop since the last reading.',
      worst,
    ),
  ];
}

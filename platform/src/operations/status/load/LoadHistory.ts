import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { NodeLoad } from '@lading/contract/rest';
import type { FastifyInstance } from 'fastify';
import { withStorage } from '../../../database/db.ts';
import { poolFigures } from '../../../database/poolFigures.ts';
import { Durations } from '../../metrics/Durations.ts';
import type { QueueFigures, QueueName } from '../../metrics/Queues.ts';

const intervalSeconds = 10;
/** An hour. */
const maxSamples = 360;
/** Samples between two readings of the queues, which are queries of the database. */
const samplesPerQueueReading = 6;
const maxQueueReadings = maxSamples / samplesPerQueueReading;
/** Interval of event loop measurements, in milliseconds. Each one wakes the process. */
const resolutionMs = 200;

interface Sample {
  requests: number;
  latency: number | null;
  lag: number;
  connections: number;
  waiting_queries: number;
}

type QueueReading = ReadonlyMap<QueueName, QueueFigures> | undefined;

/**
 * Figures about the load of this node during the last hour, in memory, for the console. Without a
 * request, a sample costs less than a millisecond.
 */
export class LoadHistory {
  readonly #app: FastifyInstance;
  readonly #delay = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #samples: Sample[] = [];
  readonly #queues: QueueReading[] = [];
  #before = new Durations();
  #sampledAt = performance.now();
  #lastSample: number | null = null;
  #taken = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  start(): void {
    this.#delay.enable();
    const failed = (err: unknown) => this.#app.log.warn({ err }, 'Failed to record the load of this node');
    this.#timer = setInterval(() => void this.#sample().catch(failed), intervalSeconds * 1000).unref();
  }

  stop(): void {
    this.#delay.disable();
    clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    const now = performance.now();
    const seconds = Math.max((now - this.#sampledAt) / 1000, 0.001);
    this.#sampledAt = now;
    this.#lastSample = Date.now();
    const durations = Durations.sum(this.#app.metrics.durations);
    const added = durations.since(this.#before);
    this.#before = durations;
    const { storage } = this.#app.platform;
    const { open, idle, waiting } = withStorage(storage, poolFigures);
    const p95 = added.percentile(0.95);
    push(this.#samples, maxSamples, {
      requests: rounded(added.count / seconds),
      latency: p95 === undefined ? null : rounded(p95 * 1000),
      lag: rounded(Math.max(this.#delay.max / 1e6 - resolutionMs, 0)),
      connections: open - idle,
      waiting_queries: waiting,
    });
    this.#delay.reset();
    this.#taken += 1;
    if (this.#taken % samplesPerQueueReading === 1) {
      const read = withStorage(storage, () => this.#app.metrics.queues.read());
      push(this.#queues, maxQueueReadings, await read.catch(() => undefined));
    }
  }

  read(): NodeLoad {
    const series = <K extends keyof Sample>(key: K) => this.#samples.map((sample) => sample[key]);
    return {
      node_id: this.#app.platform.node,
      interval_seconds: intervalSeconds,
      queue_interval_seconds: intervalSeconds * samplesPerQueueReading,
      time: this.#lastSample,
      requests: series('requests'),
      latency: series('latency'),
      lag: series('lag'),
      connections: series('connections'),
      waiting_queries: series('waiting_queries'),
      queues: this.#app.metrics.queues.names.map((name) => ({
        name,
        waiting: this.#queues.map((reading) => reading?.get(name)?.waiting ?? null),
      })),
    };
  }
}

function push<T>(values: T[], most: number, value: T): void {
  values.push(value);
  if (values.length > most) values.shift();
}

const rounded = (value: number) => Math.round(value * 10) / 10;

import { withStorage } from '../../database/db.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Durations } from './Durations.ts';
import { Queues } from './Queues.ts';
import type { Sample } from './Sample.ts';

/** A metric with its samples, in the data model of Prometheus. */
export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

export type Collector = () => Metric[] | Promise<Metric[]>;

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Metrics;
  }
}

declare module '../../platform/Platform.ts' {
  interface Platform {
    readonly metrics: Metrics;
  }
}

/**
 * Timeout of a collector in milliseconds, so that an unresponsive database does not hide the other
 * metrics.
 */
const timeoutMs = 5000;

/**
 * The metrics of this node. Collectors read them on request, so they cost nothing else but
 * counting.
 */
export class Metrics {
  readonly queues = new Queues();
  /** Durations of requests by route and method. */
  readonly durations: Durations[] = [];
  readonly #storage: Storage;
  readonly #collectors = new Map<string, Collector>();
  readonly #failures = new Map<string, number>();
  #reading: Promise<string> | undefined;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** `name` identifies the collector in `lading_metrics_collector_failures_total`. */
  add(name: string, collector: Collector): void {
    if (this.#collectors.has(name)) throw new Error(`Collector ${name} is added twice`);
    this.#collectors.set(name, collector);
    this.#failures.set(name, 0);
  }

  /** Returns all metrics in the text format of Prometheus. Concurrent calls share one reading. */
  text(): Promise<string> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<string> {
    const read = await Promise.all([...this.#collectors].map((each) => this.#collect(...each)));
    return [...read.flat(), this.#failed()].map(textOf).join('');
  }

  /** Runs a collector. On failure, its metrics are missing, and the failure is counted. */
  async #collect(name: string, collector: Collector): Promise<Metric[]> {
    try {
      return await inTime(withStorage(this.#storage, async () => collector()));
    } catch {
      this.#failures.set(name, (this.#failures.get(name) ?? 0) + 1);
      return [];
    }
  }

  #failed(): Metric {
    return {
      name: 'lading_metrics_collector_failures_total',
      help: 'Readings of a group of metrics that failed or timed out. The group is then missing.',
      type: 'counter',
      samples: [...this.#failures].map(([collector, value]) => ({ labels: { collector }, value })),
    };
  }
}

export function counter(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return {
    name,
    help,
    type: 'counter',
    samples: typeof samples === 'number' ? [{ value: samples }] : samples,
  };
}

export function gauge(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { ...counter(name, help, samples), type: 'gauge' };
}

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(
    ({ labels, value, suffix = '' }) => `${name}${suffix}${labelsOf(labels)} ${numberOf(value)}\n`,
  );
  return `# HELP ${name} ${help.replace(/[\\\n]/g, escaped)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsOf(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(
    ([name, value]) => `${name}="${value.replace(/[\\\n"]/g, escaped)}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

const escaped = (character: string) => (character === '\n' ? '\\n' : `\\${character}`);

function numberOf(value: number): string {
  return value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

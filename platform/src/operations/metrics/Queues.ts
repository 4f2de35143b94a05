/** Names of queues, which are labels of metrics. */
export type QueueName =
  | 'archive-index'
  | 'distribution'
  | 'jobs'
  | 'maven-poms'
  | 'npm-index'
  | 'scan'
  | 'webhooks';

export interface QueueFigures {
  /** Entries that wait or are in progress. */
  waiting: number;
  /** Age of the oldest entry in seconds. Null for an empty queue, absent if unknown. */
  oldest?: number | null;
}

/**
 * Reads the figures of a queue with one small query on an index. Counts up to `limit` entries, so
 * that the time is bounded.
 */
type QueueReader = (limit: number) => QueueFigures | Promise<QueueFigures>;

/** Longer queues are reported with this length. */
const maxCounted = 100_000;
/** How long the figures are cached, in milliseconds, for several readers. */
const cacheMs = 5000;

/** The queues of the installation. Each feature adds its own. */
export class Queues {
  readonly #readers = new Map<QueueName, QueueReader>();
  #known: Promise<ReadonlyMap<QueueName, QueueFigures>> | undefined;
  #readAt = 0;

  add(name: QueueName, read: QueueReader): void {
    if (this.#readers.has(name)) throw new Error(`Queue ${name} is added twice`);
    this.#readers.set(name, read);
  }

  get names(): QueueName[] {
    return [...this.#readers.keys()].sort();
  }

  /** Returns the figures of all queues. Call it with the storage of the platform. */
  read(): Promise<ReadonlyMap<QueueName, QueueFigures>> {
    if (this.#known && performance.now() - this.#readAt < cacheMs) return this.#known;
    this.#readAt = performance.now();
    const reading = this.#read();
    this.#known = reading;
    // Retried on the next call.
    reading.catch(() => {
      if (this.#known === reading) this.#known = undefined;
    });
    return reading;
  }

  /** Sequentially, to use only one connection. */
  async #read(): Promise<ReadonlyMap<QueueName, QueueFigures>> {
    const figures = new Map<QueueName, QueueFigures>();
    for (const [name, read] of this.#readers) figures.set(name, await read(maxCounted));
    return figures;
  }
}

import { HttpError } from '../../errors/HttpError.ts';
import { counter, type Metric } from '../../operations/metrics/Metrics.ts';

/** Calls to one backend at the same time, so that a slow one doesn't hold all connections. */
const maxConcurrent = 32;
/** Backends that are counted. */
const maxCounted = 1_000;

type Outcome = 'answered' | 'failed' | 'rejected';

/** Counts calls to backends of plugins on this node, and limits those in progress. */
export class CallCounts {
  readonly #running = new Map<string, number>();
  readonly #totals = new Map<string, { labels: Record<string, string>; value: number }>();

  count(plugin: string, backend: string, outcome: Outcome): void {
    const key = `${plugin} ${backend} ${outcome}`;
    const total = this.#totals.get(key);
    if (total) total.value += 1;
    else if (this.#totals.size < maxCounted)
      this.#totals.set(key, { labels: { plugin, backend, outcome }, value: 1 });
  }

  /** Throws `HttpError` 429 if too many calls are in progress. */
  async limited<Result>(key: string, call: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key) ?? 0;
    if (running >= maxConcurrent) {
      const message = `${maxConcurrent} calls to this backend are in progress. Try again in 1 second.`;
      throw new HttpError(429, 'TOO_MANY_PLUGIN_CALLS', message, undefined, { 'retry-after': '1' });
    }
    this.#running.set(key, running + 1);
    try {
      return await call();
    } finally {
      const left = (this.#running.get(key) ?? 1) - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }

  metrics(): Metric[] {
    return [
      counter(
        'lading_plugin_backend_calls_total',
        'Calls of plugins to their backends through this node: answered, failed, or rejected (not allowed).',
        [...this.#totals.values()],
      ),
    ];
  }
}

import { type SpanContext, SpanKind, trace } from '@opentelemetry/api';
import type { JobObserver } from '../../jobs/JobRun.ts';
import { endSpan, errorType, type Tracing } from './Tracing.ts';

/** Requests and jobs that a run is linked to. A run can do the work of many. */
const maxCauses = 20;

/**
 * Records a span for each run of a job: in the trace of the request that woke it, or else in a
 * trace of its own. A run on another node, which takes the job first, does not know the request.
 */
export class JobTraces implements JobObserver {
  readonly #tracing: Tracing;
  /** Name of a job → what has woken its next run. */
  readonly #causes = new Map<string, SpanContext[]>();

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  woken(name: string): void {
    const { current } = this.#tracing;
    if (!current) return;
    const causes = this.#causes.get(name) ?? [];
    if (causes.length >= maxCauses || causes.some(({ spanId }) => spanId === current.spanId)) return;
    this.#causes.set(name, [...causes, current]);
  }

  async run(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const causes = this.#causes.get(name) ?? [];
    this.#causes.delete(name);
    const context = this.#tracing.beginAfter(causes, {
      name: `job ${name}`,
      kind: SpanKind.INTERNAL,
      attributes: { 'lading.job': name },
    });
    const span = trace.getSpan(context);
    try {
      const result = await this.#tracing.within(context, work);
      if (span) endSpan(span, {}, false);
      return result;
    } catch (error) {
      if (span) endSpan(span, errorType(error), true);
      throw error;
    }
  }
}

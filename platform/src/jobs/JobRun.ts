import type { FastifyBaseLogger } from 'fastify';
import { reasonOf } from '../errors/reasonOf.ts';
import type { Job } from './Job.ts';
import { abandonJob, type JobKey, releaseJob, renewLease, takeJob } from './jobTable.ts';

export interface JobContext {
  /** ID of this node, unique in the cluster. */
  node: string;
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'error'>;
  observer?: JobObserver | undefined;
  /** Whether the server is in maintenance mode: jobs that delete wait. */
  isReadOnly?: () => Promise<boolean>;
}

/** Observes the runs of jobs, for traces. */
export interface JobObserver {
  /** The current request or job has woken or requested the job. */
  woken(name: string): void;
  /** Runs the work of a job, and rejects with its error. */
  run(name: string, work: () => Promise<unknown>): Promise<unknown>;
}

/** Times in seconds. */
export interface JobTimes {
  /**
   * Duration after which another node takes over from one that was killed. A running job renews its
   * lease three times as often.
   */
  lease: number;
  /** Interval of checks for jobs of nodes that were killed. */
  watch: number;
  /** Delay from the first failure to the retry. Each further failure doubles it. */
  firstRetry: number;
  lastRetry: number;
}

/** Reasons to run a job although it is not due. */
export interface Reasons {
  /** There is new work. A failed job still waits for its retry. */
  woken: boolean;
  /** The table has a request for a run, or had one that another node has served. */
  requested: boolean;
}

/** Runs due within this share of their period, and within this many seconds, start together. */
const early = { share: 0.1, seconds: 5 };
/** Seconds until a job that deletes asks again whether the server is read-only. */
const readOnlyWait = 60;
/** In milliseconds. */
const longRunMs = 1000;

/**
 * The runs of one job on this node: acquires the lease, runs it, and records the result. Never
 * rejects.
 */
export class JobRun {
  readonly job: Job;
  readonly key: JobKey;
  readonly early: number;
  readonly #context: JobContext;
  readonly #times: JobTimes;
  #end: AbortController | undefined;
  #failures = 0;
  #isFirst = true;

  constructor(job: Job, context: JobContext, times: JobTimes) {
    this.job = job;
    this.key = { name: job.name, node: job.cluster === 'each' ? context.node : '' };
    this.early = Math.min((job.every ?? 0) * early.share, early.seconds);
    this.#context = context;
    this.#times = times;
  }

  /** Consecutive failed runs, as far as this node knows. */
  get failures(): number {
    return this.#failures;
  }

  abort(): void {
    this.#end?.abort();
  }

  /**
   * Runs the job if it is due in the cluster, woken, or requested. Returns the seconds until the
   * next attempt.
   */
  async attempt({ woken, requested }: Reasons): Promise<number> {
    const end = new AbortController();
    this.#end = end;
    // A node that was killed has lost the wakes for the work that it left.
    const hasLostWakes = this.#isFirst && this.job.pending !== undefined;
    try {
      // Its work stays pending.
      if (this.job.deletes && (await this.#context.isReadOnly?.())) return readOnlyWait;
      if (!woken && !requested && !(await this.#isPending())) {
        this.#isFirst = false;
        return this.job.every ?? Number.POSITIVE_INFINITY;
      }
      const lease = { holder: this.#context.node, lease: this.#times.lease };
      const taken = await takeJob(this.key, { ...lease, woken: woken || hasLostWakes, early: this.early });
      this.#isFirst = false;
      this.#failures = taken.failures;
      return taken.taken ? await this.#run(end) : taken.wait;
    } catch (err) {
      // The database is not available. The lease expires on its own.
      this.#failures += 1;
      if (!end.signal.aborted) this.#log(err, 'Failed to start or record a background job');
      return this.#retry();
    } finally {
      this.#end = undefined;
    }
  }

  async #work(signal: AbortSignal): Promise<unknown> {
    const { observer } = this.#context;
    if (!observer) return this.job.run(signal);
    return observer.run(this.job.name, async () => this.job.run(signal));
  }

  async #isPending(): Promise<boolean> {
    return !this.job.pending || this.#failures > 0 || (await this.job.pending());
  }

  async #run(end: AbortController): Promise<number> {
    const renewal = setInterval(() => void this.#renew(end), (this.#times.lease * 1000) / 3).unref();
    const began = performance.now();
    let error: string | null = null;
    try {
      // The server may have stopped while the lease was acquired.
      if (!end.signal.aborted) this.#logEnd(await this.#work(end.signal), performance.now() - began);
    } catch (err) {
      if (!end.signal.aborted) {
        error = reasonOf(err);
        this.#log(err, 'Background job failed');
      }
    } finally {
      clearInterval(renewal);
    }
    if (end.signal.aborted) await abandonJob(this.key, this.#context.node);
    else return this.#record(performance.now() - began, error);
    return 0;
  }

  /**
   * Logs only runs that deleted something or took long by default, because most runs are short and
   * frequent.
   */
  #logEnd(deleted: unknown, duration: number): void {
    const counted = typeof deleted === 'number' && deleted > 0;
    const level = counted || duration >= longRunMs ? 'info' : 'debug';
    const fields = { job: this.job.name, ...(counted ? { deleted } : {}), ms: Math.round(duration) };
    this.#context.log[level](fields, 'Background job finished');
  }

  async #record(duration: number, error: string | null): Promise<number> {
    this.#failures = error === null ? 0 : this.#failures + 1;
    const next = error === null ? (this.job.every ?? null) : this.#retry();
    const outcome = { duration, failures: this.#failures, error, next };
    const requested = await releaseJob(this.key, this.#context.node, outcome);
    return requested ? 0 : (next ?? Number.POSITIVE_INFINITY);
  }

  async #renew(end: AbortController): Promise<void> {
    const { node } = this.#context;
    try {
      const renewed = await renewLease(this.key, { holder: node, lease: this.#times.lease });
      if (!renewed) end.abort(new Error('Another node has taken over this job'));
    } catch (err) {
      this.#log(err, 'Failed to renew the lease of a background job');
    }
  }

  #retry(): number {
    const { firstRetry, lastRetry } = this.#times;
    return Math.min(firstRetry * 2 ** (this.#failures - 1), lastRetry);
  }

  #log(err: unknown, message: string): void {
    this.#context.log.error({ err, job: this.job.name }, message);
  }
}

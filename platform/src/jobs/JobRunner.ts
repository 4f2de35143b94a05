import { withStorage } from '../database/db.ts';
import { system, withCause } from '../events/cause.ts';
import type { Storage } from '../storage/storage.ts';
import type { Job, JobState } from './Job.ts';
import { type JobContext, type JobObserver, JobRun, type JobTimes } from './JobRun.ts';
import { jobStates } from './jobStates.ts';
import { jobsOfOthers, readJobs, requestJob } from './jobTable.ts';

export interface JobRunnerOptions extends JobContext {
  storage: Storage;
  /** Shorter times, for tests. */
  times?: Partial<JobTimes>;
}

const defaults: JobTimes = { lease: 30, watch: 60, firstRetry: 1, lastRetry: 300 };
/**
 * Maximum seconds until the first run, so that daily jobs also run on a server that restarts every
 * day.
 */
const maxFirstSeconds = 600;
/** Maximum delay of a timer, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1;

/** A job on this node. Times are in milliseconds of `performance.now()`. */
interface Scheduled {
  readonly run: JobRun;
  due: number;
  /** There is new work. */
  woken: boolean;
  /** An administrator has requested a run; the request itself is in the table. */
  requested: boolean;
  running?: Promise<void>;
}

/**
 * Runs the jobs of this node. One timer waits for the next due job, so there is no activity without
 * work. Job states are in the table `jobs`, which all nodes share.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #times: JobTimes;
  readonly #jobs = new Map<string, Scheduled>();
  #timer: NodeJS.Timeout | undefined;
  #watchAt = 0;
  #watching: Promise<void> | undefined;
  #state: 'defined' | 'started' | 'stopped' = 'defined';
  #sequence: Promise<void> = Promise.resolve();
  /** Sequential jobs that wait for others to end. */
  #waitingForOthers = 0;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#times = { ...defaults, ...options.times };
  }

  /** Observes all later runs. */
  observe(observer: JobObserver): void {
    this.#options.observer = observer;
  }

  /** Adds a job, before or after the start. */
  define(job: Job): void {
    if (this.#jobs.has(job.name)) throw new Error(`Job ${job.name} is defined twice`);
    const { every = Number.POSITIVE_INFINITY, first = Math.min(every, maxFirstSeconds) } = job;
    const begins = job.every === undefined && job.first === undefined ? Number.POSITIVE_INFINITY : first;
    this.#jobs.set(job.name, {
      run: new JobRun(job, this.#options, this.#times),
      due: performance.now() + begins * 1000,
      woken: false,
      requested: false,
    });
    this.#schedule();
  }

  start(): void {
    this.#state = 'started';
    this.#schedule();
  }

  /** Notifies the job that there is work. It runs soon, or once more if it is running. */
  wake(name: string): void {
    const scheduled = this.#jobs.get(name);
    if (scheduled) this.#options.observer?.woken(name);
    if (!scheduled || scheduled.woken) return;
    scheduled.woken = true;
    if (scheduled.running) return;
    this.#bringForward(scheduled);
    this.#schedule();
  }

  /**
   * Runs the job now, on this node unless another one runs it. A running job runs once more.
   * Returns `false` for an unknown job.
   */
  async runNow(name: string): Promise<boolean> {
    const scheduled = this.#jobs.get(name);
    if (!scheduled) return false;
    // The requested run also does the work of earlier wakes. If another node starts it, they would
    // request a second one.
    const { woken } = scheduled;
    scheduled.woken = false;
    try {
      await withStorage(this.#options.storage, () => requestJob(scheduled.run.key));
    } catch (error) {
      scheduled.woken ||= woken;
      throw error;
    }
    scheduled.requested = true;
    this.#options.observer?.woken(name);
    if (!scheduled.running) scheduled.due = performance.now();
    this.#schedule();
    return true;
  }

  /** Number of jobs of this node that have work, but don't run yet or have to run once more. */
  get waiting(): number {
    const due = [...this.#jobs.values()].filter(({ woken, requested }) => woken || requested);
    return due.length + this.#waitingForOthers;
  }

  async states(): Promise<JobState[]> {
    const rows = await withStorage(this.#options.storage, readJobs);
    const now = performance.now();
    const defined = [...this.#jobs.values()].map(({ run, due }) => ({
      job: run.job,
      key: run.key,
      due: Number.isFinite(due) ? new Date(Date.now() + due - now) : null,
    }));
    return jobStates(defined, rows);
  }

  /** Aborts running jobs and starts no more. */
  abort(): void {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    for (const { run } of this.#jobs.values()) run.abort();
  }

  /** Aborts running jobs and resolves when all have ended. */
  async stop(): Promise<void> {
    this.abort();
    await Promise.all([...this.#jobs.values()].map(({ running }) => running));
    await this.#watching;
  }

  #bringForward(scheduled: Scheduled): void {
    const { job, failures } = scheduled.run;
    // A failed job waits for its retry. New work must not make it fail more often.
    if (failures === 0) scheduled.due = Math.min(scheduled.due, performance.now() + (job.settle ?? 0));
  }

  #schedule(): void {
    if (this.#state !== 'started') return;
    clearTimeout(this.#timer);
    let next = this.#watchAt;
    for (const { due, running } of this.#jobs.values()) if (!running) next = Math.min(next, due);
    const delay = Math.min(Math.max(next - performance.now(), 0), maxDelayMs);
    this.#timer = setTimeout(() => this.#tick(), delay).unref();
  }

  #tick(): void {
    if (performance.now() >= this.#watchAt) this.#watch();
    for (const scheduled of this.#jobs.values()) {
      const early = scheduled.run.early * 1000;
      if (!scheduled.running && scheduled.due <= performance.now() + early) this.#begin(scheduled);
    }
    this.#schedule();
  }

  #begin(scheduled: Scheduled): void {
    const { run, woken, requested } = scheduled;
    scheduled.woken = false;
    scheduled.requested = false;
    scheduled.due = Number.POSITIVE_INFINITY;
    // The job's changes are caused by the system, not by the request that woke it.
    const attempt = () =>
      withStorage(this.#options.storage, () => withCause(system, () => run.attempt({ woken, requested })));
    const ended = run.job.sequential ? this.#afterOthers(attempt) : attempt();
    scheduled.running = ended.then((wait) => {
      delete scheduled.running;
      scheduled.due = performance.now() + wait * 1000;
      if (scheduled.woken) this.#bringForward(scheduled);
      this.#schedule();
    });
  }

  #afterOthers(attempt: () => Promise<number>): Promise<number> {
    this.#waitingForOthers += 1;
    const ended = this.#sequence.then(() => {
      this.#waitingForOthers -= 1;
      return this.#state === 'stopped' ? 0 : attempt();
    });
    this.#sequence = ended.then(() => undefined);
    return ended;
  }

  /** Finds jobs of nodes that were killed or stopped during a run. */
  #watch(): void {
    const { storage, node, log } = this.#options;
    this.#watchAt = performance.now() + this.#times.watch * 1000;
    this.#watching = withStorage(storage, () => jobsOfOthers(node))
      .then((found) => {
        for (const { name, wait } of found) {
          const scheduled = this.#jobs.get(name);
          if (!scheduled || scheduled.running) continue;
          // Not a wake, because the node that takes the job first would run it a second time for
          // this one.
          scheduled.due = Math.min(scheduled.due, performance.now() + wait * 1000);
        }
        this.#schedule();
      })
      .catch((err: unknown) => {
        if (this.#state !== 'stopped') log.error({ err }, 'Failed to read the states of background jobs');
      });
  }
}

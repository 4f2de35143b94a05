import { makeAutoObservable } from 'mobx';
import type { Periodic } from '../../shell/periodic.ts';
import type { Disposer } from '../../shell/services.ts';

interface Job {
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly milliseconds: number;
  readonly controller: AbortController;
}

/** Runs work only on `tick()`. `paused` can be set. */
export class FakePeriodic implements Periodic {
  paused = false;
  readonly jobs: Job[] = [];

  constructor() {
    makeAutoObservable(this, { jobs: false });
  }

  repeat(run: (signal: AbortSignal) => Promise<unknown>, milliseconds: number): Disposer {
    const job: Job = { run, milliseconds, controller: new AbortController() };
    this.jobs.push(job);
    return () => {
      job.controller.abort();
      const at = this.jobs.indexOf(job);
      if (at >= 0) this.jobs.splice(at, 1);
    };
  }

  /** Runs all work once, unless paused. */
  async tick(): Promise<void> {
    if (this.paused) return;
    await Promise.all(this.jobs.map(({ run, controller }) => run(controller.signal)));
  }
}

import { HttpFailure } from '@lading/contract';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';

/**
 * A change that the server plans, the user confirms, and the server then makes exactly as planned,
 * such as a promotion.
 */
export class PlanStore<Request, Plan extends { readonly digest: string }> {
  readonly #make: (request: Request) => Promise<Plan>;
  request: Request | undefined;
  plan: Plan | undefined;
  busy = false;
  /** The confirmed plan is outdated; `plan` is the current one. */
  changed = false;
  failure: string | undefined;

  /** `make` requests the plan; `request` is the initial value of the form. */
  constructor(make: (request: Request) => Promise<Plan>, request?: Request) {
    this.#make = make;
    this.request = request;
    makeObservable(this, {
      request: observableRef,
      plan: observableRef,
      busy: observable,
      changed: observable,
      failure: observable,
    });
  }

  /** Requests the plan. Never throws: see `failure`. */
  async check(request: Request): Promise<void> {
    await this.#doing(async () => {
      const plan = await this.#make(request);
      runInAction(() => Object.assign(this, { request, plan, changed: false }));
    });
  }

  /**
   * Executes the confirmed plan, or requests the current one if it is outdated. Returns whether it
   * was executed. Never throws: see `failure`.
   */
  async execute(run: (request: Request, digest: string) => Promise<void>): Promise<boolean> {
    const { plan, request } = this;
    let done = false;
    if (!plan || request === undefined) return done;
    await this.#doing(async () => {
      try {
        await run(request, plan.digest);
        done = true;
      } catch (cause) {
        if (!(cause instanceof HttpFailure) || cause.code !== 'PLAN_CHANGED') throw cause;
        const fresh = await this.#make(request);
        runInAction(() => Object.assign(this, { plan: fresh, changed: true }));
      }
    });
    return done;
  }

  /** Returns to the form. */
  back(): void {
    runInAction(() => Object.assign(this, { plan: undefined, changed: false, failure: undefined }));
  }

  async #doing(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    runInAction(() => Object.assign(this, { busy: true, failure: undefined }));
    try {
      await work();
    } catch (cause) {
      runInAction(() => Object.assign(this, { failure: (cause as Error).message }));
    } finally {
      runInAction(() => Object.assign(this, { busy: false }));
    }
  }
}

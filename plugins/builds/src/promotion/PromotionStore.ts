import { type Http, HttpFailure } from '@lading/contract';
import type { BuildPromoted, BuildPromotionPlan, BuildPromotionRequest } from '@lading/contract/rest';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { planPromotion, promote, type RunKey } from '../buildsApi.ts';

/** A promotion: its preview, and its execution after confirmation. */
export class PromotionStore {
  readonly #http: Http;
  readonly #run: RunKey;
  request: BuildPromotionRequest = {};
  plan: BuildPromotionPlan | undefined;
  busy = false;
  /** The confirmed plan is outdated; `plan` is the current one. */
  changed = false;
  failure: string | undefined;
  /** Result of the promotion, with the errors of single files. */
  outcome: BuildPromoted | undefined;

  constructor(http: Http, run: RunKey) {
    this.#http = http;
    this.#run = run;
    makeObservable(this, {
      request: observableRef,
      plan: observableRef,
      busy: observable,
      changed: observable,
      failure: observable,
      outcome: observableRef,
    });
  }

  /** Previews the promotion. Never throws: see `failure`. */
  async check(request: BuildPromotionRequest): Promise<void> {
    await this.#doing(async () => {
      const plan = await planPromotion(this.#http, this.#run, request);
      runInAction(() => Object.assign(this, { request, plan, changed: false }));
    });
  }

  /** Runs the confirmed plan. Never throws: see `failure`. */
  async confirm(): Promise<void> {
    const { plan, request } = this;
    if (!plan) return;
    await this.#doing(async () => {
      try {
        const outcome = await promote(this.#http, this.#run, request, plan.digest);
        runInAction(() => Object.assign(this, { outcome }));
      } catch (cause) {
        if (!(cause instanceof HttpFailure) || cause.code !== 'PLAN_CHANGED') throw cause;
        const fresh = await planPromotion(this.#http, this.#run, request);
        runInAction(() => Object.assign(this, { plan: fresh, changed: true }));
      }
    });
  }

  /** Returns to the form. */
  again(): void {
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

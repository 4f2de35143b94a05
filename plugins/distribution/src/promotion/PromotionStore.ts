import { type Http, HttpFailure } from '@lading/contract';
import type { NewPromotion, PromotionPlan } from '@lading/contract/rest';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { planPromotion, promoteBundle } from '../bundlesApi.ts';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** A promotion: its preview, and its execution after confirmation. */
export class PromotionStore {
  readonly #http: Http;
  readonly #bundle: Version;
  order: NewPromotion | undefined;
  plan: PromotionPlan | undefined;
  busy = false;
  /** The confirmed preview is outdated; `plan` is the current one. */
  changed = false;
  failure: string | undefined;

  /** `rollback`: environment whose later version is replaced. */
  constructor(http: Http, bundle: Version, rollback?: string) {
    this.#http = http;
    this.#bundle = bundle;
    if (rollback !== undefined) this.order = { environment: rollback, overwrite_existing_artifacts: true };
    makeObservable(this, {
      order: observableRef,
      plan: observableRef,
      busy: observable,
      changed: observable,
      failure: observable,
    });
  }

  /** Never throws: see `failure`. */
  async preview(order: NewPromotion): Promise<void> {
    await this.#doing(async () => {
      const plan = await planPromotion(this.#http, this.#bundle, order);
      runInAction(() => Object.assign(this, { order, plan, changed: false }));
    });
  }

  /** Returns whether the version was promoted as previewed. Never throws. */
  async confirm(): Promise<boolean> {
    const { plan, order } = this;
    let done = false;
    if (!plan || !order) return done;
    await this.#doing(async () => {
      try {
        await promoteBundle(this.#http, this.#bundle, order, plan.digest);
        done = true;
      } catch (cause) {
        if (!(cause instanceof HttpFailure) || cause.code !== 'PLAN_CHANGED') throw cause;
        const fresh = await planPromotion(this.#http, this.#bundle, order);
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

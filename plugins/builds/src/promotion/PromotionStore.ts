import type { Http } from '@lading/contract';
import type { BuildPromoted, BuildPromotionPlan, BuildPromotionRequest } from '@lading/contract/rest';
import { PlanStore } from '@lading/ui/edit';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { planPromotion, promote, type RunKey } from '../buildsApi.ts';

/** A promotion: its preview, and its execution after confirmation. */
export class PromotionStore extends PlanStore<BuildPromotionRequest, BuildPromotionPlan> {
  readonly #http: Http;
  readonly #run: RunKey;
  /** Result of the promotion, with the errors of single files. */
  outcome: BuildPromoted | undefined;

  constructor(http: Http, run: RunKey) {
    super((request) => planPromotion(http, run, request), {});
    this.#http = http;
    this.#run = run;
    makeObservable(this, { outcome: observableRef });
  }

  /** Promotes as planned. Never throws: see `failure`. */
  async confirm(): Promise<void> {
    await this.execute(async (request, digest) => {
      const outcome = await promote(this.#http, this.#run, request, digest);
      runInAction(() => Object.assign(this, { outcome }));
    });
  }
}

import type { Http } from '@lading/contract';
import type { NewPromotion, PromotionPlan } from '@lading/contract/rest';
import { PlanStore } from '@lading/ui/edit';
import { planPromotion, promoteBundle } from '../bundlesApi.ts';

interface Version {
  readonly name: string;
  readonly version: string;
}

/** A promotion: its preview, and its execution after confirmation. */
export class PromotionStore extends PlanStore<NewPromotion, PromotionPlan> {
  readonly #http: Http;
  readonly #bundle: Version;

  /** `rollback`: environment whose later version is replaced. */
  constructor(http: Http, bundle: Version, rollback?: string) {
    const replaces =
      rollback === undefined ? undefined : { environment: rollback, overwrite_existing_artifacts: true };
    super((request) => planPromotion(http, bundle, request), replaces);
    this.#http = http;
    this.#bundle = bundle;
  }

  /** Returns whether the version was promoted as planned. Never throws: see `failure`. */
  confirm(): Promise<boolean> {
    return this.execute((request, digest) => promoteBundle(this.#http, this.#bundle, request, digest));
  }
}

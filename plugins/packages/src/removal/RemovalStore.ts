import { type Http, HttpFailure } from '@lading/contract';
import type { RemovalOutcome, RemovalPlan, RemovalSelection } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { fetchPlan, remove } from './removalApi.ts';

/** Plan of the deletion of a selection, and the deletion after the user confirmed the plan. */
export class RemovalStore {
  readonly #http: Http;
  readonly #selection: RemovalSelection;
  readonly plan: Fetched<RemovalPlan | undefined>;
  busy = false;
  /** The confirmed plan is outdated; `plan` is the current one. */
  changed = false;
  failure: string | undefined;
  /** Set after the deletion. */
  outcome: RemovalOutcome | undefined;

  constructor(http: Http, selection: RemovalSelection) {
    this.#http = http;
    this.#selection = selection;
    this.plan = new Fetched<RemovalPlan | undefined>(undefined, (signal) =>
      fetchPlan(http, selection, signal),
    );
    makeObservable(this, {
      busy: observable,
      changed: observable,
      failure: observable,
      outcome: observableRef,
      confirm: action,
    });
  }

  /** Deletes exactly the items of the plan. Never throws: see `failure`. */
  async confirm(): Promise<void> {
    const digest = this.plan.value?.digest;
    if (this.busy || digest === undefined) return;
    this.busy = true;
    this.changed = false;
    this.failure = undefined;
    try {
      const outcome = await remove(this.#http, this.#selection, digest);
      runInAction(() => {
        this.outcome = outcome;
      });
    } catch (cause) {
      const changed = cause instanceof HttpFailure && cause.code === 'PLAN_CHANGED';
      if (changed) await this.plan.fetch();
      runInAction(() => {
        this.changed = changed;
        this.failure = changed ? undefined : (cause as Error).message;
      });
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  dispose(): void {
    this.plan.dispose();
  }
}

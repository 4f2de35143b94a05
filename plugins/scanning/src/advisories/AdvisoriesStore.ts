import type { Http } from '@lading/contract';
import type { AdvisoryPage, AdvisoryRow } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AdvisoryFilter, fetchAdvisories, removeAdvisory } from '../scanningApi.ts';

type Totals = Pick<AdvisoryPage, 'total' | 'packages' | 'versions' | 'waiting'>;

/** The advisories that match the filters, page by page. */
export class AdvisoriesStore {
  readonly #http: Http;
  readonly #filter: AdvisoryFilter;
  #underWay: AbortController | undefined;
  #failed: (() => Promise<void>) | undefined;
  rows: readonly AdvisoryRow[] = [];
  totals: Totals | undefined;
  next: string | undefined;
  state: 'busy' | 'there' | 'failed' = 'busy';
  cause = '';

  constructor(http: Http, filter: AdvisoryFilter) {
    this.#http = http;
    this.#filter = filter;
    makeObservable(this, {
      rows: observableRef,
      totals: observableRef,
      next: observable,
      state: observable,
      cause: observable,
      more: action,
    });
  }

  /** Loads the first or the next page. Never rejects. */
  more(): Promise<void> {
    return this.#fetch(this.next, this.rows);
  }

  /** Reloads from the first page and replaces the list. Never rejects. */
  again(): Promise<void> {
    return this.#fetch(undefined, []);
  }

  /** Repeats the failed request. Never rejects. */
  async retry(): Promise<void> {
    await this.#failed?.();
  }

  /** Throws `HttpFailure`. */
  async remove(id: string): Promise<void> {
    await removeAdvisory(this.#http, id);
    await this.again();
  }

  /** Aborts requests in progress. */
  dispose(): void {
    this.#underWay?.abort();
    this.#underWay = undefined;
  }

  /**
   * Only the response to the latest request counts: an earlier one may contain deleted advisories.
   */
  async #fetch(after: string | undefined, before: readonly AdvisoryRow[]): Promise<void> {
    this.#underWay?.abort();
    const controller = new AbortController();
    this.#underWay = controller;
    runInAction(() => {
      this.state = 'busy';
    });
    const settle = (take: () => void) => {
      if (controller === this.#underWay) runInAction(take);
    };
    try {
      const { signal } = controller;
      const { advisories, next, ...totals } = await fetchAdvisories(this.#http, this.#filter, after, signal);
      settle(() => {
        this.rows = [...before, ...advisories];
        this.totals = totals;
        this.next = next;
        this.state = 'there';
      });
    } catch (cause) {
      settle(() => {
        this.#failed = () => this.#fetch(after, before);
        this.cause = cause instanceof Error ? cause.message : String(cause);
        this.state = 'failed';
      });
    }
  }
}

import type { Http } from '@lading/contract';
import type { AdvisoryPage, AdvisoryRow } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AdvisoryFilter, fetchAdvisories, removeAdvisory } from '../scanningApi.ts';

type Totals = Pick<AdvisoryPage, 'total' | 'packages' | 'versions' | 'waiting'>;

/** The advisories that match, page by page. */
export class AdvisoriesStore {
  readonly #http: Http;
  readonly #filter: AdvisoryFilter;
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

  /** The first page, or the one below. Never rejects. */
  more(): Promise<void> {
    return this.#fetch(this.next, this.rows);
  }

  /** From the first page on, in place of what is shown. Never rejects. */
  again(): Promise<void> {
    return this.#fetch(undefined, []);
  }

  /** Throws `HttpFailure`. */
  async remove(id: string): Promise<void> {
    await removeAdvisory(this.#http, id);
    await this.again();
  }

  async #fetch(after: string | undefined, before: readonly AdvisoryRow[]): Promise<void> {
    runInAction(() => {
      this.state = 'busy';
    });
    try {
      const { advisories, next, ...totals } = await fetchAdvisories(this.#http, this.#filter, after);
      runInAction(() => {
        this.rows = [...before, ...advisories];
        this.totals = totals;
        this.next = next;
        this.state = 'there';
      });
    } catch (cause) {
      runInAction(() => {
        this.cause = cause instanceof Error ? cause.message : String(cause);
        this.state = 'failed';
      });
    }
  }
}

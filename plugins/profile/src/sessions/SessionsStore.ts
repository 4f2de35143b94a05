import type { Http } from '@lading/contract';
import type { SessionSummary } from '@lading/contract/rest';
import { PagedRows } from '@lading/ui/table';
import { computed, makeObservable, observableRef, runInAction } from 'mobx';
import { endOtherSessions, endSession, readSessions } from './sessionsApi.ts';

/** Where one is signed in. */
export class SessionsStore {
  readonly #http: Http;

  rows: PagedRows<SessionSummary>;

  constructor(http: Http) {
    this.#http = http;
    this.rows = this.#fetch();
    makeObservable(this, { rows: observableRef, others: computed });
  }

  /** How many sessions there are besides this one. */
  get others(): number {
    return Math.max(0, this.rows.length - 1);
  }

  /** Throws `HttpFailure`. */
  async end({ id }: SessionSummary): Promise<void> {
    await endSession(this.#http, id);
    this.reload();
  }

  /** Throws `HttpFailure`. */
  async endOthers(): Promise<void> {
    await endOtherSessions(this.#http);
    this.reload();
  }

  /** Shows what is there now, once it is known. */
  reload(): void {
    const fresh = this.#fetch();
    fresh.want(0, 0);
    void fresh.settled(5_000).then(() =>
      runInAction(() => {
        this.rows.dispose();
        this.rows = fresh;
      }),
    );
  }

  #fetch(): PagedRows<SessionSummary> {
    return new PagedRows(async (_cursor, signal) => {
      const found = await readSessions(this.#http, signal);
      // This one stands first: it is what the others are compared with.
      const rows = [...found].sort((one, other) => Number(other.current) - Number(one.current));
      return { rows, next: undefined, total: rows.length };
    });
  }
}

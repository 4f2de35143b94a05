import type { Http } from '@lading/contract';
import type { AuditEvent } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AuditFilter, fetchAudit } from '../securityApi.ts';

/** The audit log, loaded page by page, newest first. */
export class AuditStore {
  readonly #http: Http;
  readonly #filter: AuditFilter;
  /** Receives the names of all events, which are part of the first page. */
  readonly #onNames: (names: readonly string[]) => void;
  events: readonly AuditEvent[] = [];
  /** Cursor of the older events; `undefined` when all are loaded. */
  next: string | undefined;
  state: 'busy' | 'there' | 'failed' = 'busy';
  cause = '';

  constructor(http: Http, filter: AuditFilter, onNames: (names: readonly string[]) => void) {
    this.#http = http;
    this.#filter = filter;
    this.#onNames = onNames;
    makeObservable(this, {
      events: observableRef,
      next: observable,
      state: observable,
      cause: observable,
      more: action,
    });
  }

  /** Loads the first or the next page. Never rejects. */
  async more(): Promise<void> {
    this.state = 'busy';
    try {
      const page = await fetchAudit(this.#http, this.#filter, this.next);
      if (page.event_names) this.#onNames(page.event_names);
      runInAction(() => {
        this.events = [...this.events, ...page.events];
        this.next = page.next;
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

import type { Http } from '@lading/contract';
import type { AuditEvent, AuditPage } from '@lading/contract/rest';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AuditFilter, fetchAudit } from '../securityApi.ts';

/** Entries of a page, as `fetchAudit` requests it. */
const pageSize = 100;
/**
 * Requests after which a search for rare entries waits for the user: some seconds of the database's
 * time.
 */
const maxRequests = 200;

/** The audit log, loaded page by page, newest first. */
export class AuditStore {
  readonly #http: Http;
  readonly #filter: AuditFilter;
  /** Receives the names of all events, which are part of the first page. */
  readonly #onNames: (names: readonly string[]) => void;
  events: readonly AuditEvent[] = [];
  /** Cursor of the older events; `undefined` when all are loaded. */
  next: string | undefined;
  /** Time until which entries were searched, if the search is not complete. */
  searchedUntil: string | undefined;
  #stopped = false;
  state: 'busy' | 'there' | 'failed' = 'busy';
  cause = '';

  constructor(http: Http, filter: AuditFilter, onNames: (names: readonly string[]) => void) {
    this.#http = http;
    this.#filter = filter;
    this.#onNames = onNames;
    makeObservable(this, {
      events: observableRef,
      next: observable,
      searchedUntil: observable,
      state: observable,
      cause: observable,
      more: action,
    });
  }

  /**
   * Loads the first or the next page. Continues a search until the page is full, or until `stop`.
   * Never rejects.
   */
  async more(): Promise<void> {
    this.state = 'busy';
    this.#stopped = false;
    const wanted = this.events.length + pageSize;
    try {
      for (let requests = 0; requests < maxRequests; requests++) {
        const page = await fetchAudit(this.#http, this.#filter, this.next);
        this.#add(page);
        if (this.searchedUntil === undefined || this.events.length >= wanted || this.#stopped) break;
      }
      runInAction(() => {
        this.state = 'there';
      });
    } catch (cause) {
      runInAction(() => {
        this.cause = cause instanceof Error ? cause.message : String(cause);
        this.state = 'failed';
      });
    }
  }

  /** Ends the search after the current request. */
  stop(): void {
    this.#stopped = true;
  }

  #add({ events, next, searched_until: searchedUntil, event_names: names }: AuditPage): void {
    if (names) this.#onNames(names);
    runInAction(() => {
      this.events = [...this.events, ...events];
      this.next = next;
      this.searchedUntil = searchedUntil;
    });
  }
}

import type { Http } from '@lading/contract';
import type { SupportBundle } from '@lading/contract/rest';
import { type ListQuery, type ListSource, type RowKind, WholeList } from '@lading/ui/list';
import type { RowSource } from '@lading/ui/table';
import { action, computed, makeObservable, observable } from 'mobx';
import { type BundleStatus, statusOf } from './statusOf.ts';
import {
  type BundleService,
  deleteBundle,
  fetchBundles,
  generateBundle,
  type NewBundle,
} from './supportApi.ts';

/** Milliseconds from the answer of the last request until the list is loaded again. */
const REFRESH_DELAY_MS = 3000;

export interface BundleRow extends Omit<SupportBundle, 'status'> {
  readonly status: BundleStatus;
  /** In place of a bundle that was requested from this page. */
  readonly placeholder?: true;
}

const KIND: RowKind<BundleRow> = {
  sorts: {
    create_date: ({ create_date }) => create_date,
    name: ({ name }) => name,
    service: ({ service }) => service,
    status: ({ status }) => status,
    size: ({ size }) => size,
  },
  descending: true,
  texts: ({ name, description, service }) => [name, description, service],
};

/** The list of support bundles, with a placeholder for each one that is being requested. */
export class SupportStore implements ListSource<BundleRow> {
  readonly #http: Http;
  readonly #list: WholeList<BundleRow>;
  #placeholders: readonly BundleRow[] = [];
  /** The last response; loaded again when absent. */
  #loaded: Promise<readonly BundleRow[]> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #created = 0;
  readonly #end = new AbortController();

  /** Requests without an answer, by service. */
  readonly requested = observable.map<BundleService, number>();
  readonly revision = 0;
  readonly reusable = false;

  constructor(http: Http) {
    this.#http = http;
    this.#list = new WholeList(() => this.#rows(), KIND);
    makeObservable(this, {
      count: computed,
      unfinished: computed,
      request: action,
    });
  }

  get sorts() {
    return this.#list.sorts;
  }

  get descending() {
    return this.#list.descending;
  }

  /** Requests without an answer. */
  get count(): number {
    return [...this.requested.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether the server is creating a bundle. */
  get unfinished(): boolean {
    return this.#list.rows.some(({ status, placeholder }) => status === 'in progress' && !placeholder);
  }

  rowsFor(query: ListQuery): RowSource<BundleRow> {
    return this.#list.rowsFor(query);
  }

  reload(): void {
    this.#loaded = undefined;
    this.#list.reload();
  }

  /** Rejects if the service does; the count falls then too. */
  async request(service: BundleService, bundle: NewBundle, user: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#placeholders = [placeholder(service, bundle, user, ++this.#created), ...this.#placeholders];
    this.#count(service, 1);
    this.#list.reload();
    try {
      await generateBundle(this.#http, service, bundle);
    } finally {
      this.#count(service, -1);
      if (this.count === 0) this.#timer = setTimeout(() => this.#refresh(), REFRESH_DELAY_MS);
    }
  }

  /** Throws `HttpFailure`. */
  async remove({ id }: BundleRow): Promise<void> {
    await deleteBundle(this.#http, id);
    this.reload();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#end.abort();
    this.#list.dispose();
  }

  #refresh(): void {
    this.#placeholders = [];
    this.reload();
  }

  #count = action((service: BundleService, change: number) => {
    this.requested.set(service, (this.requested.get(service) ?? 0) + change);
  });

  /** A new placeholder needs no call. */
  async #rows(): Promise<readonly BundleRow[]> {
    this.#loaded ??= fetchBundles(this.#http, this.#end.signal).then((bundles) =>
      bundles.map((bundle) => ({ ...bundle, status: statusOf(bundle.status) })),
    );
    const loaded = this.#loaded;
    const bundles = await loaded.catch((error: unknown) => {
      // Otherwise a retry would wait for the same failure.
      if (this.#loaded === loaded) this.#loaded = undefined;
      // The table shows either rows or an error.
      if (this.#placeholders.length === 0) throw error;
      return [];
    });
    return [...this.#placeholders, ...bundles];
  }
}

function placeholder(service: BundleService, bundle: NewBundle, user: string, at: number): BundleRow {
  return {
    id: `placeholder-${at}`,
    name: bundle.name,
    description: bundle.description,
    create_date: new Date().toISOString(),
    status: 'in progress',
    service,
    created_by: user,
    done: 0,
    total: 0,
    placeholder: true,
  };
}

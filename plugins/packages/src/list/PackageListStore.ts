import type { Http } from '@lading/contract';
import { PagedRows } from '@lading/ui/table';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type PackageQuery, packageQueryAddress } from '../query/packageQuery.ts';
import { fetchNpmTargets, fetchPackages, fetchTypes, type ListedPackage } from './packagesApi.ts';

/** What is shown stays for so long while its successor is fetched, in milliseconds. */
const KEEP_MS = 150;

/** The list of packages: the rows that its address asks for, and what its filters offer. */
export class PackageListStore {
  readonly #http: Http;
  #address: string | undefined;
  #coming: PagedRows<ListedPackage> | undefined;

  rows: PagedRows<ListedPackage> | undefined;
  /** Offered as filter; `undefined` until they are known. */
  types: readonly string[] | undefined;
  /** Where an npm package can be published; `undefined` until it is known. */
  npmTargets: readonly string[] | undefined;

  constructor(http: Http) {
    this.#http = http;
    makeObservable(this, {
      rows: observableRef,
      types: observableRef,
      npmTargets: observableRef,
      show: action,
    });
  }

  /** Shows what `query` asks for. What stood there before stays until the new rows come, but not for long. */
  show(query: PackageQuery): void {
    const address = packageQueryAddress(query);
    if (address === this.#address) return;
    this.#address = address;
    this.#coming?.dispose();
    const rows = new PagedRows<ListedPackage>((cursor, signal) =>
      fetchPackages(this.#http, query, cursor, signal),
    );
    this.#coming = rows;
    rows.want(0, 0);
    if (this.rows) void rows.settled(KEEP_MS).then(() => this.#take(rows));
    else this.#take(rows);
  }

  /** The types to choose from. Without an answer only those of the address can be chosen. */
  async loadTypes(): Promise<void> {
    if (this.types) return;
    const types = await fetchTypes(this.#http).catch(() => undefined);
    runInAction(() => {
      this.types = types;
    });
  }

  /** Where the first package could go. Without an answer there is no such advice. */
  async loadNpmTargets(): Promise<void> {
    const targets = await fetchNpmTargets(this.#http).catch(() => []);
    runInAction(() => {
      this.npmTargets = targets;
    });
  }

  dispose(): void {
    this.#coming?.dispose();
    this.rows?.dispose();
  }

  #take(rows: PagedRows<ListedPackage>): void {
    if (rows !== this.#coming) return;
    this.#coming = undefined;
    runInAction(() => {
      this.rows?.dispose();
      this.rows = rows;
    });
  }
}

import type { Http } from '@lading/contract';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { type PackageQuery, packageQueryAddress } from '../query/packageQuery.ts';
import {
  fetchNpmTargets,
  fetchPackages,
  fetchTypes,
  type ListedPackage,
  type ListQuery,
  withinProject,
} from './packagesApi.ts';

/** The list of packages: the rows that its address asks for, and what its filters offer. A failure gives an empty list. */
export class PackageListStore {
  readonly packages: SwappedRows<ListQuery, ListedPackage>;
  /** Offered as filter. Without an answer only those of the address can be chosen. */
  readonly types: Fetched<readonly string[]>;
  /** Where an npm package can be published. Without an answer there is no such advice. */
  readonly npmTargets: Fetched<readonly string[]>;

  /** Repositories by project, from the last requests. */
  readonly #projects = new Map<string, readonly string[]>();

  constructor(http: Http) {
    this.packages = new SwappedRows(
      (query) => `${query.project ?? ''}${query.basic ? '!' : ''}${packageQueryAddress(query)}`,
      (query, cursor, signal) => fetchPackages(http, query, cursor, signal, this.#projects),
    );
    this.types = new Fetched<readonly string[]>([], () => fetchTypes(http));
    this.npmTargets = new Fetched<readonly string[]>([], () => fetchNpmTargets(http));
  }

  /** The query for an export: the same packages as in the list. */
  exported(query: ListQuery): PackageQuery {
    const own = query.project === undefined ? undefined : this.#projects.get(query.project);
    return (own && withinProject(query, own)) ?? query;
  }

  dispose(): void {
    this.packages.dispose();
    this.types.dispose();
    this.npmTargets.dispose();
  }
}

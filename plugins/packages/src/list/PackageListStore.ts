import type { Http } from '@lading/contract';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { packageQueryAddress } from '../query/packageQuery.ts';
import {
  fetchNpmTargets,
  fetchPackages,
  fetchTypes,
  type ListedPackage,
  type ListQuery,
} from './packagesApi.ts';

/** The list of packages: the rows that its address asks for, and what its filters offer. A failure gives an empty list. */
export class PackageListStore {
  readonly packages: SwappedRows<ListQuery, ListedPackage>;
  /** Offered as filter. Without an answer only those of the address can be chosen. */
  readonly types: Fetched<readonly string[]>;
  /** Where an npm package can be published. Without an answer there is no such advice. */
  readonly npmTargets: Fetched<readonly string[]>;

  constructor(http: Http) {
    this.packages = new SwappedRows(
      (query) => `${query.project ?? ''}${query.basic ? '!' : ''}${packageQueryAddress(query)}`,
      (query, cursor, signal) => fetchPackages(http, query, cursor, signal),
    );
    this.types = new Fetched<readonly string[]>([], () => fetchTypes(http));
    this.npmTargets = new Fetched<readonly string[]>([], () => fetchNpmTargets(http));
  }

  dispose(): void {
    this.packages.dispose();
    this.types.dispose();
    this.npmTargets.dispose();
  }
}

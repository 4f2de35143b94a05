import type { Http } from '@lading/contract';
import type { Package } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { type VersionQuery, versionQueryAddress } from '../query/versionQuery.ts';
import { fetchPackage, fetchVersions, type ListedVersion } from './packageApi.ts';

/** One package, and those of its versions that the address asks for. A package that cannot be fetched is an empty one. */
export class PackageStore {
  readonly details: Fetched<Package | undefined>;
  readonly versions: SwappedRows<VersionQuery, ListedVersion>;

  constructor(http: Http, packageId: string) {
    this.details = new Fetched<Package | undefined>(undefined, (signal) =>
      fetchPackage(http, packageId, signal),
    );
    this.versions = new SwappedRows(versionQueryAddress, (query, cursor, signal) =>
      fetchVersions(http, packageId, query, cursor, signal),
    );
  }

  dispose(): void {
    this.details.dispose();
    this.versions.dispose();
  }
}

import type { Http } from '@lading/contract';
import type { Package } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { type VersionQuery, versionQueryAddress } from '../query/versionQuery.ts';
import { fetchPackage, fetchVersions, type ListedVersion } from './packageApi.ts';

/** One package, and those of its versions that the address asks for. A package that cannot be fetched is an empty one. */
export class PackageStore {
  readonly details: Fetched<Package | undefined>;
  readonly #fetch: (signal: AbortSignal) => Promise<Package | undefined>;
  readonly versions: SwappedRows<VersionQuery, ListedVersion>;

  /** `basic`: see `basicScanning`. */
  constructor(http: Http, packageId: string, basic: boolean) {
    this.#fetch = (signal) => fetchPackage(http, packageId, basic, signal);
    this.details = new Fetched<Package | undefined>(undefined, this.#fetch);
    this.versions = new SwappedRows(versionQueryAddress, (query, cursor, signal) =>
      fetchVersions(http, packageId, query, basic, cursor, signal),
    );
  }

  /** After a removal: whether any of its versions is there still. Never throws. */
  isLeft(): Promise<boolean> {
    return this.#fetch(new AbortController().signal).then(Boolean, () => true);
  }

  dispose(): void {
    this.details.dispose();
    this.versions.dispose();
  }
}

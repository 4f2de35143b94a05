import type { Http } from '@lading/contract';
import type { ImageDigests, Package, PackageAbout, VersionRepository } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { SwappedRows } from '@lading/ui/table';
import { fetchVersionDownloads } from '../downloads/downloadsApi.ts';
import { readVersionQuery, type VersionQuery, versionQueryAddress } from '../query/versionQuery.ts';
import { StarStore } from '../stars/StarStore.ts';
import { fetchAbout, fetchImages, fetchPackage, fetchVersions, type ListedVersion } from './packageApi.ts';

/** Query for the newest version, independent of the filters and the order of the list. */
const NEWEST: VersionQuery = { ...readVersionQuery(''), limit: 1 };

/** A package, and its versions for the query of the URL. A failure results in an empty package. */
export class PackageStore {
  readonly details: Fetched<Package | undefined>;
  readonly #fetch: (signal: AbortSignal) => Promise<Package | undefined>;
  /** Readme, authors, and web pages of the latest version. */
  readonly about: Fetched<PackageAbout | undefined>;
  /** Tags of an image, by digest. */
  readonly images: Fetched<ImageDigests>;
  readonly stars: StarStore;
  /** Repositories of the newest version. */
  readonly newest: Fetched<readonly VersionRepository[]>;
  readonly versions: SwappedRows<VersionQuery, ListedVersion>;
  /** Downloads of the last days, by version. */
  readonly downloads: Fetched<ReadonlyMap<string, readonly number[]>>;

  /** `basic`: see `basicScanning`. */
  constructor(http: Http, packageId: string, basic: boolean) {
    this.#fetch = (signal) => fetchPackage(http, packageId, basic, signal);
    this.details = new Fetched<Package | undefined>(undefined, this.#fetch);
    this.about = new Fetched<PackageAbout | undefined>(undefined, (signal) =>
      fetchAbout(http, packageId, signal),
    );
    this.images = new Fetched<ImageDigests>({ images: [], more: false }, (signal) =>
      fetchImages(http, packageId, signal),
    );
    this.newest = new Fetched<readonly VersionRepository[]>([], async (signal) => {
      const { rows } = await fetchVersions(http, packageId, NEWEST, basic, undefined, signal);
      return rows[0]?.repos ?? [];
    });
    this.stars = new StarStore(http, packageId);
    this.downloads = new Fetched<ReadonlyMap<string, readonly number[]>>(new Map(), (signal) =>
      fetchVersionDownloads(http, packageId, signal),
    );
    this.versions = new SwappedRows(versionQueryAddress, (query, cursor, signal) =>
      fetchVersions(http, packageId, query, basic, cursor, signal),
    );
  }

  /** Checks after a deletion whether any version still exists. Never throws. */
  isLeft(): Promise<boolean> {
    return this.#fetch(new AbortController().signal).then(Boolean, () => true);
  }

  /** Reloads everything after versions were published or deleted. */
  reload(): void {
    this.versions.reload();
    void this.newest.fetch();
    void this.about.fetch();
    if (this.images.status !== 'new') void this.images.fetch();
    void this.details.fetch();
  }

  dispose(): void {
    this.details.dispose();
    this.about.dispose();
    this.images.dispose();
    this.stars.star.dispose();
    this.newest.dispose();
    this.downloads.dispose();
    this.versions.dispose();
  }
}

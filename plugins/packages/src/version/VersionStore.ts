import type { Http } from '@lading/contract';
import type {
  Dependent,
  DockerLayers,
  ImageReferrers,
  VersionBuilds,
  VersionDependencies,
  VersionProperties,
} from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { PagedRows } from '@lading/ui/table';
import { partsOfPackageId } from '../address/packageAddress.ts';
import { fetchPackage } from '../package/packageApi.ts';
import {
  fetchBuilds,
  fetchDependencies,
  fetchDependents,
  fetchLayers,
  fetchProperties,
  fetchReadme,
  fetchReferrers,
  fetchVersion,
  type LeadFile,
  type VersionDetails,
} from './versionApi.ts';

const NO_DEPENDENCIES: VersionDependencies = { dependencies: [], devDependencies: [] };

const NO_BUILDS: VersionBuilds = { results: [], used: [], truncated: false };

/** Data of a version's lead file. Parts that fail to load are empty. */
export class VersionParts {
  readonly lead: LeadFile;
  readonly readme: Fetched<string>;
  readonly properties: Fetched<VersionProperties>;
  readonly dependencies: Fetched<VersionDependencies>;
  readonly builds: Fetched<VersionBuilds>;
  /** Layers of an image. */
  readonly layers: Fetched<DockerLayers | undefined>;
  readonly referrers: Fetched<ImageReferrers>;
  readonly #http: Http;
  readonly #platforms = new Map<string, Fetched<DockerLayers | undefined>>();

  constructor(http: Http, lead: LeadFile) {
    this.#http = http;
    this.lead = lead;
    this.readme = new Fetched('', (signal) => fetchReadme(http, lead, signal));
    this.properties = new Fetched<VersionProperties>([], (signal) => fetchProperties(http, lead, signal));
    this.dependencies = new Fetched(NO_DEPENDENCIES, (signal) => fetchDependencies(http, lead, signal));
    this.builds = new Fetched<VersionBuilds>(NO_BUILDS, (signal) => fetchBuilds(http, lead, signal));
    this.referrers = new Fetched<ImageReferrers>({ referrers: [], more: false }, (signal) =>
      fetchReferrers(http, lead, signal),
    );
    this.layers = new Fetched<DockerLayers | undefined>(undefined, (signal) =>
      fetchLayers(http, lead, signal),
    );
  }

  /** Returns the layers of one of the images in an index, by digest. */
  layersOf(digest: string): Fetched<DockerLayers | undefined> {
    const known = this.#platforms.get(digest);
    if (known) return known;
    const image = this.lead.path.split('/').slice(0, -2).join('/');
    const path = `${image}/_manifests/${digest.replace(':', '__')}.json`;
    const fetched = new Fetched<DockerLayers | undefined>(undefined, (signal) =>
      fetchLayers(this.#http, { ...this.lead, path }, signal),
    );
    this.#platforms.set(digest, fetched);
    return fetched;
  }

  dispose(): void {
    for (const layers of this.#platforms.values()) layers.dispose();
    const { readme, properties, dependencies, builds, layers, referrers } = this;
    for (const part of [readme, properties, dependencies, builds, layers, referrers]) part.dispose();
  }
}

/** A version of a package. A failure results in an empty version. */
export class VersionStore {
  readonly #http: Http;
  readonly packageId: string;
  readonly #version: string;
  readonly #basic: boolean;
  readonly type: string;
  readonly packageName: string;
  readonly details: Fetched<VersionDetails | undefined>;
  /** Packages that depend on the package. */
  readonly dependents: PagedRows<Dependent>;
  readonly #parts = new Map<string, VersionParts>();

  /** `basic`: see `basicScanning`. */
  constructor(http: Http, packageId: string, version: string, basic: boolean) {
    this.#http = http;
    this.packageId = packageId;
    this.#version = version;
    this.#basic = basic;
    const { type, name } = partsOfPackageId(packageId);
    this.type = type;
    this.packageName = name;
    this.details = new Fetched<VersionDetails | undefined>(undefined, (signal) =>
      fetchVersion(http, packageId, version, basic, signal),
    );
    this.dependents = new PagedRows((after, signal) => fetchDependents(http, packageId, after, signal));
  }

  /**
   * Returns the data of the version in a repository: by default, the first one that contains it.
   */
  parts(version: VersionDetails, repoKey?: string): VersionParts | undefined {
    const repo = version.repos.find(({ name }) => name === repoKey) ?? version.repos[0];
    if (!repo) return undefined;
    const known = this.#parts.get(repo.name);
    if (known) return known;
    const lead = { type: this.type, repoKey: repo.name, path: repo.leadFilePath };
    const parts = new VersionParts(this.#http, lead);
    this.#parts.set(repo.name, parts);
    return parts;
  }

  /**
   * Checks after a deletion what still exists, including the version in other repositories. Never
   * throws.
   */
  async findRemaining(): Promise<'version' | 'package' | 'nothing'> {
    const { signal } = new AbortController();
    const [version, left] = await Promise.all([
      fetchVersion(this.#http, this.packageId, this.#version, this.#basic, signal),
      fetchPackage(this.#http, this.packageId, this.#basic, signal),
    ]).catch(() => [undefined, true] as const);
    if (!version) return left ? 'package' : 'nothing';
    await this.details.fetch();
    return 'version';
  }

  dispose(): void {
    this.details.dispose();
    this.dependents.dispose();
    for (const parts of this.#parts.values()) parts.dispose();
  }
}

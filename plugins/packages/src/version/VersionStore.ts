import type { Http } from '@lading/contract';
import type { VersionDependencies, VersionProperties } from '@lading/contract/rest';
import { Fetched } from '@lading/ui';
import { partsOfPackageId } from '../address/packageAddress.ts';
import {
  fetchDependencies,
  fetchProperties,
  fetchReadme,
  fetchVersion,
  type LeadFile,
  type VersionDetails,
} from './versionApi.ts';

const NO_DEPENDENCIES: VersionDependencies = { dependencies: [], devDependencies: [] };

/** What belongs to a version's lead file. What cannot be fetched is empty. */
export class VersionParts {
  readonly lead: LeadFile;
  readonly readme: Fetched<string>;
  readonly properties: Fetched<VersionProperties>;
  readonly dependencies: Fetched<VersionDependencies>;

  constructor(http: Http, lead: LeadFile) {
    this.lead = lead;
    this.readme = new Fetched('', (signal) => fetchReadme(http, lead, signal));
    this.properties = new Fetched<VersionProperties>([], (signal) => fetchProperties(http, lead, signal));
    this.dependencies = new Fetched(NO_DEPENDENCIES, (signal) => fetchDependencies(http, lead, signal));
  }

  dispose(): void {
    for (const part of [this.readme, this.properties, this.dependencies]) part.dispose();
  }
}

/** One version of a package. One that cannot be fetched is an empty one. */
export class VersionStore {
  readonly #http: Http;
  readonly type: string;
  readonly packageName: string;
  readonly details: Fetched<VersionDetails | undefined>;
  readonly #parts = new Map<string, VersionParts>();

  constructor(http: Http, packageId: string, version: string) {
    this.#http = http;
    const { type, name } = partsOfPackageId(packageId);
    this.type = type;
    this.packageName = name;
    this.details = new Fetched<VersionDetails | undefined>(undefined, (signal) =>
      fetchVersion(http, packageId, version, signal),
    );
  }

  /** What belongs to the version as a repository holds it; the first one that does, unless it is named. */
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

  dispose(): void {
    this.details.dispose();
    for (const parts of this.#parts.values()) parts.dispose();
  }
}

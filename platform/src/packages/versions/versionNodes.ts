import type { Package, Version, VersionFile, VersionRepository } from '@lading/contract/rest';
import { licensesOf } from '../list/packageNodes.ts';
import { operationalRisk } from '../operationalRisk.ts';
import { vulnerabilitiesOf } from '../scans.ts';
import type { VersionRow } from './versionPage.ts';
import { VersionParts } from './versionParts.ts';

/** A version whose parts are loaded when a field selects them. */
export type VersionNode = Omit<Version, 'repos' | 'files' | 'tags'> & {
  repos(): Promise<VersionRepository[]>;
  files(): Promise<VersionFile[]>;
  tags(): Promise<string[]>;
};

export function versionNodes(ofPackage: Package, rows: readonly VersionRow[]): VersionNode[] {
  const parts = new VersionParts(rows.flatMap(({ ids }) => ids));
  return rows.map(({ name, ids, created, modified, size, downloads, licenses, deprecated, scan }) => ({
    id: `${ofPackage.id}:${name}`,
    name,
    created: new Date(created).toISOString(),
    modified: new Date(modified).toISOString(),
    size,
    package: ofPackage,
    licenses: licensesOf(licenses),
    stats: { downloadCount: downloads },
    vulnerabilities: vulnerabilitiesOf(scan),
    operationalRisk: operationalRisk({
      deprecated: deprecated !== null,
      released: created,
      versions: ofPackage.versionsCount,
      latest: name === ofPackage.latestVersion,
    }),
    deprecated,
    repos: () => parts.repositories(ids),
    files: () => parts.files(ids),
    tags: () => parts.tags(ids),
  }));
}

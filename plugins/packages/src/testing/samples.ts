import type { Connection, Package, PackageAbout, Version } from '@lading/contract/rest';

/** A package that has everything that is usual. */
export function samplePackage(more: Partial<Package> = {}): Package {
  return {
    id: 'npm://left-pad',
    name: 'left-pad',
    packageType: 'npm',
    description: 'Pads on the left',
    created: '2026-01-01T10:00:00Z',
    modified: '2026-02-01T10:00:00Z',
    latestVersion: '1.3.0',
    versionsCount: 2,
    tags: ['string'],
    licenses: [{ name: 'MIT', source: 'package' }],
    stats: { downloads: 1234, followers: 0 },
    vulnerabilities: null,
    operationalRisk: null,
    ...more,
  };
}

/** Of a package without a readme. */
export function sampleAbout(more: Partial<PackageAbout> = {}): PackageAbout {
  return {
    version: '1.3.0',
    repoKey: 'npm-local',
    leadFilePath: 'left-pad/-/left-pad-1.3.0.tgz',
    readme: '',
    authors: [],
    maintainers: [],
    ...more,
  };
}

export function sampleVersion(more: Partial<Version> = {}): Version {
  return {
    id: 'npm://left-pad:1.3.0',
    name: '1.3.0',
    created: '2026-02-01T10:00:00Z',
    modified: '2026-02-01T10:00:00Z',
    size: 2048,
    package: samplePackage(),
    repos: [{ name: 'npm-local', type: 'local', leadFilePath: 'left-pad/-/left-pad-1.3.0.tgz' }],
    licenses: [{ name: 'MIT', source: 'package' }],
    tags: ['latest'],
    stats: { downloadCount: 7 },
    vulnerabilities: null,
    files: [
      {
        name: 'left-pad-1.3.0.tgz',
        path: 'left-pad/-/left-pad-1.3.0.tgz',
        places: [{ repo: 'npm-local', path: 'left-pad/-/left-pad-1.3.0.tgz' }],
        lead: true,
        size: 2048,
        md5: 'a'.repeat(32),
        sha1: 'b'.repeat(40),
        sha256: 'c'.repeat(64),
        mimeType: 'application/gzip',
      },
    ],
    operationalRisk: null,
    deprecated: null,
    ...more,
  };
}

/** All there is, on one page. */
export function onOnePage<Node>(nodes: readonly Node[]): Connection<Node> {
  return {
    edges: nodes.map((node, at) => ({ node, cursor: `cursor-${at}` })),
    pageInfo: { hasNextPage: false, endCursor: null, capped: false, totalCount: nodes.length },
  };
}

export const noDownloads = { since: '2026-01-01', from: '2026-02-01', downloads: [0] };

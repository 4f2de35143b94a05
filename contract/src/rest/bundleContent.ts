import { type Static, Type } from '@sinclair/typebox';
import { ScanKnowledge, VulnerabilityCounts } from './insight.ts';
import { nullable, oneOf } from './schemaKinds.ts';

/** Packages, licenses, and vulnerabilities of a release bundle version. */

export type BundlePackage = Static<typeof BundlePackage>;
export const BundlePackage = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    version: Type.String(),
    repository: Type.String(),
    files: Type.Integer({ description: 'In the bundle version.' }),
    bytes: Type.Integer(),
    licenses: Type.Array(Type.String(), { description: 'Empty: unknown.' }),
    scan: ScanKnowledge,
    vulnerabilities: nullable(VulnerabilityCounts),
  },
  { title: 'BundlePackage' },
);

/**
 * GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/packages?search=&offset=&limit=`: by name and
 * version. Null vulnerabilities are unknown.
 */
export type BundlePackages = Static<typeof BundlePackages>;
export const BundlePackages = Type.Object(
  { packages: Type.Array(BundlePackage), total: Type.Integer() },
  { title: 'BundlePackages' },
);

export type BundleIssue = Static<typeof BundleIssue>;
export const BundleIssue = Type.Object(
  {
    id: Type.String({ description: 'Of an advisory.' }),
    title: Type.String(),
    severity: oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped']),
    score: nullable(Type.Number({ description: 'CVSS.' })),
    url: Type.String(),
    fixed: nullable(Type.String({ description: 'First version without it.' })),
    type: Type.String(),
    name: Type.String(),
    version: Type.String(),
  },
  { title: 'BundleIssue' },
);

const count = Type.Integer();

/** GET `/ui/api/v1/ui/releaseBundles/{name}/{version}/findings`. */
export type BundleFindings = Static<typeof BundleFindings>;
export const BundleFindings = Type.Object(
  {
    packages: Type.Integer({ description: 'Package versions; one in several repositories counts once.' }),
    filesWithoutPackage: Type.Integer({
      description: 'Files that belong to no package version: their licenses and vulnerabilities are unknown.',
    }),
    licenses: Type.Array(Type.Object({ license: nullable(Type.String()), packages: count }), {
      description: 'Package versions by license; null: unknown. A version can have several licenses.',
    }),
    scans: Type.Object(
      { known: count, pending: count, unknown: count, off: count },
      { description: 'Package versions by the state of their scan.' },
    ),
    vulnerabilities: Type.Unsafe<Static<typeof VulnerabilityCounts>>({
      ...VulnerabilityCounts,
      title: undefined,
      description: 'Of the package versions whose vulnerabilities are known.',
    }),
    issues: Type.Array(BundleIssue, { description: 'Highest severity first, up to 1,000.' }),
    totalIssues: Type.Integer(),
  },
  { title: 'BundleFindings' },
);

import { type Static, Type } from '@sinclair/typebox';
import { nullable, oneOf } from './schemaKinds.ts';

/**
 * Findings of scanning and the policy, below `/xray`: 404 `SERVICE_NOT_HERE` if it is off, 403
 * `NO_LICENSE` without a license.
 */

const scanSeverity = oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown']);
export type ScanSeverity = Static<typeof scanSeverity>;

/** `skipped`: an advisory lists the package, but no versions that can be compared. */
const foundSeverity = oneOf(['critical', 'high', 'medium', 'low', 'info', 'unknown', 'skipped']);
export type FoundSeverity = Static<typeof foundSeverity>;

/** Names are SPDX identifiers, or patterns: `GPL-*`. */
export type LicensePolicy = Static<typeof LicensePolicy>;
export const LicensePolicy = Type.Object(
  {
    enabled: Type.Boolean(),
    allowed: Type.Array(Type.String(), {
      description: 'If not empty, all other licenses violate the policy.',
    }),
    banned: Type.Array(Type.String()),
    unknownViolates: Type.Boolean({
      description: 'A version violates without a license, or with one that neither SPDX nor a list has.',
    }),
    missingViolatesEverywhere: Type.Optional(
      Type.Boolean({
        description:
          "A missing license also violates in formats that declare none (generic files, container images, Helm charts) and in the repository of the console's plugins. False by default.",
      }),
    ),
  },
  { title: 'LicensePolicy' },
);

/** GET, PUT `/xray/api/v1/policy`. */
export type ScanPolicy = Static<typeof ScanPolicy>;
export const ScanPolicy = Type.Object(
  {
    licenses: LicensePolicy,
    security: Type.Object({
      minSeverity: nullable({
        ...scanSeverity,
        description: 'Lowest severity of a vulnerability that violates. Null: none violates.',
      }),
    }),
  },
  { title: 'ScanPolicy' },
);

const verdictReason = oneOf(['banned', 'unlisted', 'unknown', 'missing']);
export type LicenseVerdict = Static<typeof LicenseVerdict>;
export const LicenseVerdict = Type.Object(
  {
    license: Type.String({ description: 'As the package declares it; can be empty.' }),
    reason: verdictReason,
  },
  { title: 'LicenseVerdict' },
);

export type AdvisoryRow = Static<typeof AdvisoryRow>;
export const AdvisoryRow = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    severity: scanSeverity,
    url: Type.String(),
    aliases: Type.Array(Type.String()),
    packages: Type.Array(Type.Object({ ecosystem: Type.String(), name: Type.String() })),
    modified: Type.String(),
    source: Type.String({ description: '`import`, `folder:PATH`, `upstream:REPOSITORY`.' }),
    versions: Type.Integer({ description: 'Affected versions in this instance.' }),
  },
  { title: 'AdvisoryRow' },
);

/** GET `/xray/api/v1/advisories?query=&severity=&ecosystem=&after=&limit=`, last changed first. */
export type AdvisoryPage = Static<typeof AdvisoryPage>;
export const AdvisoryPage = Type.Object(
  {
    advisories: Type.Array(AdvisoryRow),
    next: Type.Optional(Type.String({ description: '`after` for the next page.' })),
    total: Type.Integer({ description: 'All advisories, without the filters.' }),
    packages: Type.Integer({ description: 'Affected packages in this instance.' }),
    versions: Type.Integer({ description: 'Affected versions in this instance.' }),
    waiting: Type.Integer({ description: 'Versions that wait for a scan.' }),
  },
  { title: 'AdvisoryPage' },
);

/**
 * POST `/xray/api/v1/advisories/imports?name=` with a file as its body; GET lists the last imports,
 * and `/{id}` returns one.
 */
export type AdvisoryImportState = Static<typeof AdvisoryImportState>;
export const AdvisoryImportState = Type.Object(
  {
    id: Type.String(),
    file: Type.String(),
    source: Type.String(),
    state: oneOf(['running', 'done', 'failed']),
    startedBy: Type.String(),
    started: Type.String(),
    ended: Type.String(),
    documents: Type.Integer(),
    imported: Type.Integer(),
    unchanged: Type.Integer(),
    removed: Type.Integer(),
    skipped: Type.Integer(),
    reasons: Type.Array(Type.Object({ document: Type.String(), reason: Type.String() }), {
      description: 'The first hundred skipped documents.',
    }),
    error: nullable(Type.String({ description: 'Reason of a failure.' })),
  },
  { title: 'AdvisoryImportState' },
);

export type AdvisoryImports = Static<typeof AdvisoryImports>;
export const AdvisoryImports = Type.Object(
  {
    imports: Type.Array(AdvisoryImportState),
    others: Type.Integer({ description: 'Advisories that were not imported, such as those of upstreams.' }),
  },
  { title: 'AdvisoryImports' },
);

export type ComponentIssue = Static<typeof ComponentIssue>;
export const ComponentIssue = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    severity: foundSeverity,
    score: nullable(Type.Number({ description: 'CVSS, 0 to 10.' })),
    aliases: Type.Array(Type.String()),
    url: Type.String({ description: '`https://…`, or `urn:osv:ID` if the advisory has none.' }),
    fixed: nullable(Type.String({ description: 'Version with the fix.' })),
    published: Type.String(),
    details: Type.String(),
  },
  { title: 'ComponentIssue' },
);

const topSeverity = nullable({ ...foundSeverity, description: 'Null: not scanned, or no issues.' });
const issueCount = nullable(Type.Integer({ description: 'Null: not scanned.' }));

export type ComponentRequest = Static<typeof ComponentRequest>;
export const ComponentRequest = Type.Object(
  { package_id: Type.String(), version: Type.String() },
  { title: 'ComponentRequest' },
);

/**
 * POST `/xray/ui/component/details/general` with `{package_id, version}`: 404 if the caller can
 * read none.
 */
export type ComponentDetails = Static<typeof ComponentDetails>;
export const ComponentDetails = Type.Object(
  {
    pkg_name: Type.String(),
    pkg_id: Type.String(),
    pkg_type: Type.String(),
    version: Type.String(),
    scanned: Type.Boolean({
      description: 'False: vulnerabilities are unknown, because no scan is finished.',
    }),
    top_severity: topSeverity,
    num_issues: issueCount,
    issues: nullable(Type.Array(ComponentIssue, { description: 'Null: not scanned.' })),
    violations: nullable(
      Type.Array(LicenseVerdict, { description: 'License violations. Null: the license policy is off.' }),
    ),
  },
  { title: 'ComponentDetails' },
);

/**
 * POST `/xray/ui/component/paginatedsearch?direction&num_of_rows&order_by&page_num` with
 * `{search}`.
 */
export type ComponentSearch = Static<typeof ComponentSearch>;
export const ComponentSearch = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        pkg_name: Type.String(),
        pkg_id: Type.String(),
        type: Type.String(),
        pkg_type: Type.String(),
        scanned: Type.Boolean({ description: 'False: vulnerabilities of the latest version are unknown.' }),
        top_severity: topSeverity,
        num_issues: issueCount,
        latest_version: nullable(Type.String()),
        last_updated: Type.String(),
      }),
    ),
    total_count: nullable(Type.Integer({ description: 'Null if unknown without a look at everything.' })),
  },
  { title: 'ComponentSearch' },
);

/** GET `/xray/ui/homepage/getXrayVersion`. */
export type ScannerVersion = Static<typeof ScannerVersion>;
export const ScannerVersion = Type.Object(
  { xray_version: Type.String(), xray_revision: Type.String() },
  { title: 'ScannerVersion' },
);

/** What scanning knows and what may be used, below `/xray`: 404 `SERVICE_NOT_HERE` where it is off, 403 `NO_LICENSE` without one. */

export type ScanSeverity = 'critical' | 'high' | 'medium' | 'low' | 'info' | 'unknown';
/** `skipped`: an advisory names the package, and no versions that can be compared. */
export type FoundSeverity = ScanSeverity | 'skipped';

/** Names are SPDX identifiers, or patterns: `GPL-*`. */
export interface LicensePolicy {
  /** Whether licences are judged at all. */
  enabled: boolean;
  /** When there are any, all others violate. */
  allowed: string[];
  banned: string[];
  /** Whether a version violates that names no licence, or none that SPDX or one of the lists has. */
  unknownViolates: boolean;
  /**
   * Whether a missing license also violates in formats that declare none (generic files, container images, Helm charts) and in the
   * repository of the console's plugins; not when absent.
   */
  missingViolatesEverywhere?: boolean;
}

export interface ScanPolicy {
  licenses: LicensePolicy;
  /** From which severity on a vulnerability violates; null: none does. */
  security: { minSeverity: ScanSeverity | null };
}

export interface LicenseVerdict {
  /** As the package names it; empty where it names none. */
  license: string;
  reason: 'banned' | 'unlisted' | 'unknown' | 'missing';
}

/** GET `/xray/api/v1/advisories?query=&severity=&ecosystem=&after=&limit=`, newest changed first. */
export interface AdvisoryPage {
  advisories: AdvisoryRow[];
  /** What to send as `after` for those that follow. */
  next?: string;
  /** How many there are in all, whatever is asked for. */
  total: number;
  /** What they are about here. */
  packages: number;
  versions: number;
  /** Versions that wait to be looked at. */
  waiting: number;
}

export interface AdvisoryRow {
  id: string;
  title: string;
  severity: ScanSeverity;
  url: string;
  aliases: string[];
  packages: { ecosystem: string; name: string }[];
  modified: string;
  /** `import`, `folder:PATH`, `upstream:REPOSITORY`. */
  source: string;
  /** Versions held here that it is about. */
  versions: number;
}

/** POST `/xray/api/v1/advisories/imports?name=` with a file as its body; GET lists the last ones, and `/{id}` gives one. */
export interface AdvisoryImportState {
  id: string;
  file: string;
  source: string;
  state: 'running' | 'done' | 'failed';
  startedBy: string;
  started: string;
  ended: string;
  documents: number;
  imported: number;
  unchanged: number;
  removed: number;
  skipped: number;
  /** The first hundred of those skipped. */
  reasons: { document: string; reason: string }[];
  /** Why it failed. */
  error: string | null;
}

/** POST `/xray/ui/component/details/general` with `{package_id, version}`: 404 where there is none that the caller may read. */
export interface ComponentDetails {
  pkg_name: string;
  pkg_id: string;
  pkg_type: string;
  version: string;
  /** False: the vulnerabilities are unknown, because nothing was scanned or the scan is not finished. */
  scanned: boolean;
  /** Null: not scanned, or no issues. */
  top_severity: FoundSeverity | null;
  /** Null: not scanned. */
  num_issues: number | null;
  /** Null: not scanned. */
  issues: ComponentIssue[] | null;
  /** Licenses that violate the policy. Null: the license policy is off. */
  violations: LicenseVerdict[] | null;
}

export interface ComponentIssue {
  id: string;
  title: string;
  severity: FoundSeverity;
  /** CVSS, 0 to 10. */
  score: number | null;
  aliases: string[];
  /** `https://…`, or `urn:osv:ID` where nobody has said. */
  url: string;
  /** The version in which it is fixed. */
  fixed: string | null;
  published: string;
  details: string;
}

/** POST `/xray/ui/component/paginatedsearch?direction&num_of_rows&order_by&page_num` with `{search}`. */
export interface ComponentSearch {
  data: {
    pkg_name: string;
    pkg_id: string;
    type: string;
    pkg_type: string;
    /** False: the vulnerabilities of the latest version are unknown. */
    scanned: boolean;
    /** Null: not scanned, or no issues. */
    top_severity: FoundSeverity | null;
    /** Null: not scanned. */
    num_issues: number | null;
    latest_version: string | null;
    last_updated: string;
  }[];
  /** Null when it is not known without looking at everything. */
  total_count: number | null;
}

/** The body of POST `/xray/api/v1/violations`. All given must hold. */
export interface ViolationsRequest {
  filters?: {
    /** A part of the package's name. */
    name_contains?: string;
    violation_type?: 'License' | 'Security';
    min_severity?: string;
    package_id?: string;
    version?: string;
    license?: string;
    /** An advisory's, or one of its aliases. */
    issue_id?: string;
    cve_id?: string;
    repository?: string;
    created_from?: string;
    created_until?: string;
  };
  pagination?: {
    order_by?: 'created' | 'severity' | 'name';
    direction?: 'asc' | 'desc';
    /** 1 to 100. */
    limit?: number;
    /** Pages, from 1. */
    offset?: number;
  };
}

export interface ViolationsAnswer {
  /** At most `10001`: then there are more than ten thousand. */
  total_violations: number;
  violations: Violation[];
  /** What the list can't contain yet; an empty list means no violations only where this is empty. */
  not_evaluated: NotEvaluated[];
}

/**
 * `license-policy-off`, `security-policy-off`: the policy has no such rules. `not-scanned`: no advisories are held for any package type.
 * `in-progress`: versions wait for their evaluation.
 */
export type NotEvaluated = 'license-policy-off' | 'security-policy-off' | 'not-scanned' | 'in-progress';

export interface Violation {
  id: string;
  type: 'License' | 'Security';
  severity: FoundSeverity;
  /** Of a vulnerability its title. */
  description: string;
  created: string;
  /** An advisory's; absent for a licence. */
  issue_id?: string;
  url?: string;
  license?: string;
  reason?: LicenseVerdict['reason'];
  package_id: string;
  package_type: string;
  package_name: string;
  version: string;
  /** `npm://left-pad:1.0.0` */
  infected_components: string[];
  /** `repository/path` of those that the caller may read. */
  impacted_artifacts: string[];
}

/** License types, by rank: see `LICENSE_RANK`. */
export type LicenseType =
  | 'OSS'
  | 'CONAN'
  | 'JCR'
  | 'COMMERCIAL'
  | 'COMMERCIAL_X'
  | 'TRIAL'
  | 'EDGE'
  | 'EDGE_TRIAL'
  | 'ENTERPRISE'
  | 'ENTERPRISE_X'
  | 'ENTERPRISE_PLUS'
  | 'ENTERPRISE_PLUS_TRIAL';

/** Rank of each license type. No license has rank 0. */
export const LICENSE_RANK: Readonly<Record<LicenseType, number>> = {
  OSS: 1,
  CONAN: 1,
  JCR: 1,
  COMMERCIAL: 2,
  COMMERCIAL_X: 2,
  TRIAL: 3,
  EDGE: 4,
  EDGE_TRIAL: 4,
  ENTERPRISE: 4,
  ENTERPRISE_X: 4,
  ENTERPRISE_PLUS: 5,
  ENTERPRISE_PLUS_TRIAL: 5,
};

/** Services that a platform can have. */
export type ServiceName =
  | 'mc'
  | 'insight'
  | 'artifactory'
  | 'access'
  | 'metadata'
  | 'distribution'
  | 'pipelines'
  | 'event'
  | 'replicator'
  | 'tracker'
  | 'jfconnect'
  | 'jflink'
  | 'xray'
  | 'runtime';

/** What a license can include. */
export type Entitlement =
  | 'packages'
  | 'webhooks'
  | 'projects'
  | 'git_integrations'
  | 'high_availability'
  | 'release_bundles'
  | 'security_scanning';

/** Permissions on the results of security scanning. */
export type ScanningPermission = 'readIssues' | 'manageWatches' | 'managePolicies';

/** Roles, from least to most permissions. `anyone` includes anonymous users. */
export type Role = 'anyone' | 'user' | 'projectAdmin' | 'admin';

/** Conditions for a route, menu item, category, or command. All given conditions must hold. */
export interface Requirement {
  /** `true`: any license but N/A; a list: one of these types. */
  readonly license?: boolean | readonly LicenseType[];
  /** All of these features are supported. */
  readonly features?: readonly string[];
  /** None of these features is supported. */
  readonly withoutFeatures?: readonly string[];
  /** All of these services are available. */
  readonly services?: readonly ServiceName[];
  /** The license includes all of these. Also holds if the platform failed to report the license. */
  readonly entitlements?: readonly Entitlement[];
  /**
   * The user has all of these permissions in the selected project. Also holds if the platform
   * failed to report them; never holds without the service `xray`.
   */
  readonly scanning?: readonly ScanningPermission[];
  /** The minimum role; `user` by default. */
  readonly role?: Role;
  /** `true`: only in the cloud; `false`: only self-hosted. */
  readonly cloud?: boolean;
  /** `one`: only when one project is selected; `all`: only when none is. */
  readonly project?: 'one' | 'all';
  /** Never shown and not accessible. */
  readonly hidden?: boolean;
}

/** Licence types, by rank: see `LICENSE_RANK`. */
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

/** The rank of each licence type; no licence has rank 0. */
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

/** The services that a platform may have. */
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

/** What a user can have permission to do with the results of security scanning. */
export type ScanningPermission = 'readIssues' | 'manageWatches' | 'managePolicies';

/** From least to most: who may. `anyone` includes visitors who are not signed in. */
export type Role = 'anyone' | 'user' | 'projectAdmin' | 'admin';

/** What must hold for a route, a menu item, a category or a command to be there. All that is given must hold. */
export interface Requirement {
  /** `true`: any licence but N/A; a list: one of these types. */
  readonly licence?: boolean | readonly LicenseType[];
  /** All of these features are supported. */
  readonly features?: readonly string[];
  /** None of these features is supported. */
  readonly withoutFeatures?: readonly string[];
  /** All of these services are there. */
  readonly services?: readonly ServiceName[];
  /** The license includes all of these. Holds too where the platform failed to report what the license includes. */
  readonly entitlements?: readonly Entitlement[];
  /**
   * The user has all of these permissions in the selected project. Holds too where the platform failed to report them; without the
   * service `xray` it does not hold.
   */
  readonly scanning?: readonly ScanningPermission[];
  /** The least role that may; `user` unless said otherwise. */
  readonly role?: Role;
  /** `true`: only in the cloud; `false`: only on one's own machines. */
  readonly cloud?: boolean;
  /** `one`: only when one project is selected; `all`: only when none is. */
  readonly project?: 'one' | 'all';
  /** Never shown and not to be reached. */
  readonly hidden?: boolean;
}

/**
 * Packages and versions in GraphQL: POST `/ui/api/v1/mds/packages`, `/package`, `/versions` with
 * `GraphQLRequest`, or POST `/metadata/api/v1/query` with `GraphQLQuery`. The schema:
 *
 *     packages(filter: PackageFilter!, first: Int, after: String, orderBy: PackageOrder): PackageConnection!
 *     package(id: ID!): Package
 *     versions(filter: VersionFilter!, first: Int, after: String, orderBy: VersionOrder): VersionConnection!
 *
 * `first` is 100 by default, up to 1000. Dates are ISO 8601 in UTC, sizes are bytes. Syntax errors,
 * invalid cursors, cursors of another order, and documents above the limits return 400 with
 * `GraphQLFailure`. Only packages that the caller can read are listed and counted.
 */
export interface GraphQLQuery {
  query: string;
  variables?: Record<string, unknown>;
}

export interface GraphQLRequest {
  graphQL: GraphQLQuery;
}

export interface GraphQLAnswer<Data> {
  data: Data;
}

export interface GraphQLFailure {
  errors: {
    code: string;
    message: string;
    detail?: string;
    /** Positions in the query's text, from 1. */
    locations?: { line: number; column: number }[];
  }[];
}

/** Data of a document whose root field is `packages`. */
export interface PackagesData {
  packages: PackageConnection;
}

/**
 * Data of a document whose root field is `package`: null if it does not exist or the caller cannot
 * read it.
 */
export interface PackageData {
  package: Package | null;
}

/** Data of a document whose root field is `versions`. */
export interface VersionsData {
  versions: VersionConnection;
}

export type SortDirection = 'ASC' | 'DESC';
export type PackageOrderField = 'NAME' | 'CREATED' | 'MODIFIED' | 'DOWNLOADS';
export type VersionOrderField = PackageOrderField | 'NAME_SEMVER';

/** Default: `{field: NAME, direction: ASC}`. */
export interface PackageOrder {
  field: PackageOrderField;
  direction?: SortDirection;
}

/** Default: `{field: NAME_SEMVER, direction: DESC}`, newest first. */
export interface VersionOrder {
  field: VersionOrderField;
  direction?: SortDirection;
}

/**
 * All conditions must match. A pattern matches the whole name, case-insensitive: `*` is any
 * characters, `?` is one character.
 */
export interface PackageFilter {
  /** A pattern. */
  name?: string;
  packageTypeIn?: string[];
  /** Dates, inclusive. */
  createdMin?: string;
  createdMax?: string;
  modifiedMin?: string;
  modifiedMax?: string;
  /** A pattern. */
  latestVersion?: string;
  /** A pattern that one of the versions matches. */
  version?: string;
  versionCountMin?: number;
  versionCountMax?: number;
  /** A pattern. */
  description?: string;
  /** Patterns; one must match a tag. */
  tags?: string[];
  /**
   * One of these repositories must contain it; virtual ones count as their members. Numbers and
   * dates are then of these repositories.
   */
  repositoriesIn?: RepositoryFilter[];
  /** Patterns; one must match a license. */
  licenses?: string[];
  /** The MD5, SHA-1, or SHA-256 of one of the files. */
  checksum?: string;
  /** One of the conditions must match the newest version. */
  vulnerabilities?: VulnerabilityFilter | VulnerabilityFilter[];
  /** A CVE or advisory ID of one of the versions. */
  cve?: string;
  /** Only packages whose newest version is a release. */
  ignorePreRelease?: boolean;
  /**
   * Words and conditions, as in the search box: `react type:npm license:MIT`. Without `orderBy`,
   * the best matches come first.
   */
  search?: string;
  /** Excludes the console's plugins: packages that only `plugins-local` contains, up to 1000. */
  ignoreConsolePlugins?: boolean;
}

export interface RepositoryFilter {
  name: string;
}

/** All conditions must match; `packageId` is required. */
export interface VersionFilter {
  /** `{type}://{name}`, for Maven `gav://{group}:{artifact}`. */
  packageId: string;
  /** A pattern. */
  name?: string;
  createdMin?: string;
  createdMax?: string;
  /** Bytes, inclusive. */
  sizeMin?: number;
  sizeMax?: number;
  licenses?: { patterns: string[] };
  /** Patterns; one must match a tag such as `latest`. */
  tags?: string[];
  ignorePreRelease?: boolean;
  repositoriesIn?: RepositoryFilter[];
  /** One of the conditions must match. */
  vulnerabilities?: VulnerabilityFilter | VulnerabilityFilter[];
  cve?: string;
}

export interface VulnerabilityFilter {
  severity: Severity;
  countMin: number;
}

export type Severity = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW' | 'INFO' | 'UNKNOWN' | 'SKIPPED';

export interface PageInfo {
  hasNextPage: boolean;
  /** Value of `after` for the next page. Null only if the page is empty and the last one. */
  endCursor: string | null;
  /**
   * The search stopped early. With `hasNextPage`, the page may be incomplete or empty: continue
   * with `endCursor`. Without, there are more matches than returned: narrow the filter.
   */
  capped: boolean;
  /** Total number; null if unknown without reading all rows. */
  totalCount: number | null;
  /** Nothing matches the search: the packages have similar names or texts. */
  similar?: boolean | null;
  /** The packages are the first ones of this search, which has corrected words. */
  correctedSearch?: string | null;
}

export interface Connection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: PageInfo;
}
export type PackageConnection = Connection<Package>;
export type VersionConnection = Connection<Version>;

/** A package of one type over all repositories that the caller can read. */
export interface Package {
  /** `{type}://{name}`. */
  id: string;
  name: string;
  packageType: string;
  description: string | null;
  created: string;
  modified: string;
  latestVersion: string | null;
  versionsCount: number;
  /** Tags of its newest version: for npm its keywords. */
  tags: string[];
  licenses: License[];
  stats: { downloads: number; followers: number };
  /** Null: not scanned. */
  vulnerabilities: Vulnerabilities | null;
  operationalRisk: OperationalRisk | null;
}

export interface Version {
  /** `{package id}:{version}`. */
  id: string;
  /** The version itself: `1.2.3`. */
  name: string;
  created: string;
  modified: string;
  /** Bytes of all its files. */
  size: number;
  package: Package;
  repos: VersionRepository[];
  licenses: License[];
  /** Such as npm's dist-tags: `latest`. */
  tags: string[];
  stats: { downloadCount: number };
  /** Null: not scanned. */
  vulnerabilities: Vulnerabilities | null;
  files: VersionFile[];
  operationalRisk: OperationalRisk | null;
  /** Deprecation message of its publisher. */
  deprecated: string | null;
}

export interface License {
  name: string;
  /** Origin of the information: `package` is the package itself. */
  source: string;
}

export interface VersionRepository {
  name: string;
  /** `local` or `remote`. */
  type: string;
  leadFilePath: string;
}

export interface FilePlace {
  repo: string;
  path: string;
}

export interface VersionFile {
  name: string;
  /**
   * In the first repository of `places`. Layers of images are not in the folder of the lead file.
   */
  path: string;
  /** The repositories with the file, and its path in each. */
  places: FilePlace[];
  /** Whether it is the lead file, such as npm's tarball. */
  lead: boolean;
  size: number;
  md5: string;
  sha1: string;
  sha256: string;
  mimeType: string;
}

export interface Vulnerabilities {
  critical: number;
  high: number;
  medium: number;
  low: number;
  info: number;
  unknown: number;
  skipped: number;
}

export interface OperationalRisk {
  riskLevel: string | null;
}

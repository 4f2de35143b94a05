/**
 * Packages and versions, as GraphQL gives them: POST `/ui/api/v1/mds/packages`, `/package`, `/versions` with
 * `GraphQLRequest`, or POST `/metadata/api/v1/query` with `GraphQLQuery`. The schema:
 *
 *     packages(filter: PackageFilter!, first: Int, after: String, orderBy: PackageOrder): PackageConnection!
 *     package(id: ID!): Package
 *     versions(filter: VersionFilter!, first: Int, after: String, orderBy: VersionOrder): VersionConnection!
 *
 * `first` is 100 when absent, at most 1000. Dates are ISO 8601 in UTC, sizes are bytes. What does not parse, a
 * cursor that was made up or belongs to another order, and a document that asks for too much are 400 with
 * `GraphQLFailure`. Only what the caller may read is listed and counted.
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
    /** Of the query's text, from 1. */
    locations?: { line: number; column: number }[];
  }[];
}

/** Data of a document whose root field is `packages`. */
export interface PackagesData {
  packages: PackageConnection;
}

/** Data of a document whose root field is `package`: null when there is none that the caller may read. */
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

/** Without one: `{field: NAME, direction: ASC}`. */
export interface PackageOrder {
  field: PackageOrderField;
  direction?: SortDirection;
}

/** Without one: `{field: NAME_SEMVER, direction: DESC}`, newest first. */
export interface VersionOrder {
  field: VersionOrderField;
  direction?: SortDirection;
}

/**
 * All given must hold. A pattern is a whole name in which `*` stands for any characters and `?` for one;
 * capitals and small letters are the same.
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
  /** A pattern that one of its versions matches. */
  version?: string;
  versionCountMin?: number;
  versionCountMax?: number;
  /** A pattern. */
  description?: string;
  /** Patterns, of which one must match a tag. */
  tags?: string[];
  /** Repositories of which one must hold it; a virtual one stands for its members. Numbers and dates are then those of these repositories. */
  repositoriesIn?: RepositoryFilter[];
  /** Patterns, of which one must match a licence. */
  licenses?: string[];
  /** An md5, sha1 or sha256 of one of its files. */
  checksum?: string;
  /** One of them must hold of the newest version. */
  vulnerabilities?: VulnerabilityFilter | VulnerabilityFilter[];
  /** A CVE, or an advisory's id, that one of the versions has. */
  cve?: string;
  /** Only packages whose newest version is no pre-release. */
  ignorePreRelease?: boolean;
  /** Leaves out the console's plugins: packages that only `plugins-local` contains, up to 1000. */
  ignoreConsolePlugins?: boolean;
}

export interface RepositoryFilter {
  name: string;
}

/** All given must hold; `packageId` must be given. */
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
  /** Patterns, of which one must match a tag such as `latest`. */
  tags?: string[];
  ignorePreRelease?: boolean;
  repositoriesIn?: RepositoryFilter[];
  /** One of them must hold. */
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
  /** What to send as `after` for the next page. Null only when there is nothing more and nothing on the page. */
  endCursor: string | null;
  /**
   * The search stopped before it had looked at everything. With `hasNextPage` the page may be shorter than asked, even
   * empty: go on with `endCursor`. Without, more match than are given: ask for less.
   */
  capped: boolean;
  /** How many there are in all; null when that is not known without looking at everything. */
  totalCount: number | null;
}

export interface Connection<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: PageInfo;
}
export type PackageConnection = Connection<Package>;
export type VersionConnection = Connection<Version>;

/** A name of one type over all repositories that the caller may read. */
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
  /** What its newest version is tagged with: for npm its keywords. */
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
  /** Of all its files. */
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
  /** Why it should not be used any more, as its publisher said. */
  deprecated: string | null;
}

export interface License {
  name: string;
  /** Who says so: `package` is the package itself. */
  source: string;
}

export interface VersionRepository {
  name: string;
  /** `local` or `remote`. */
  type: string;
  leadFilePath: string;
}

export interface VersionFile {
  name: string;
  /** The file that makes the version, such as npm's tarball. */
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

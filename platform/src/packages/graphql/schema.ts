import {
  buildSchema,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLScalarType,
  Kind,
} from 'graphql';
import { readDate } from '../sql/dates.ts';
import type { VersionNode } from '../versions/versionNodes.ts';
import { type PackageEdge, type QueryContext, resolvers } from './resolvers.ts';

const text = `
"ISO 8601, in UTC."
scalar DateTime
"An integer of up to 53 bits: bytes, counts."
scalar Long

type Query {
  "Packages of all types in the repositories that the caller can read. Sorted by name by default."
  packages(filter: PackageFilter!, first: Int = 100, after: String, orderBy: PackageOrder): PackageConnection!
  "By {type}://{name}; null if the package does not exist or the caller cannot read it."
  package(id: ID!): Package
  "Versions of one package. Sorted by semver by default, newest first."
  versions(filter: VersionFilter!, first: Int = 100, after: String, orderBy: VersionOrder): VersionConnection!
}

enum Direction { ASC DESC }
enum PackageOrderField { NAME CREATED MODIFIED DOWNLOADS }
enum VersionOrderField { NAME NAME_SEMVER CREATED MODIFIED DOWNLOADS }
enum Severity { CRITICAL HIGH MEDIUM LOW INFO UNKNOWN SKIPPED }
input PackageOrder { field: PackageOrderField!, direction: Direction = ASC }
input VersionOrder { field: VersionOrderField!, direction: Direction = ASC }

"All conditions must match. Patterns: * is any characters, ? is one character, case-insensitive."
input PackageFilter {
  name: String
  packageTypeIn: [String!]
  createdMin: DateTime
  createdMax: DateTime
  modifiedMin: DateTime
  modifiedMax: DateTime
  latestVersion: String
  "A pattern that one of the versions matches."
  version: String
  versionCountMin: Int
  versionCountMax: Int
  description: String
  tags: [String!]
  repositoriesIn: [RepositoryFilter!]
  licenses: [String!]
  "The MD5, SHA-1, or SHA-256 of one of the files."
  checksum: String
  "One of the conditions must match the newest version."
  vulnerabilities: [VulnerabilityFilter!]
  "A CVE or advisory ID of one of the versions."
  cve: String
  "Only packages whose newest version is a release."
  ignorePreRelease: Boolean
  """
  Words and conditions, as in the search box: react type:npm license:MIT. Without orderBy, the best
  matches come first.
  """
  search: String
  "Exclude packages that only plugins-local contains."
  ignoreConsolePlugins: Boolean
}
input RepositoryFilter { name: String! }
input VersionFilter {
  packageId: ID!
  name: String
  createdMin: DateTime
  createdMax: DateTime
  sizeMin: Long
  sizeMax: Long
  licenses: LicenseFilter
  tags: [String!]
  ignorePreRelease: Boolean
  repositoriesIn: [RepositoryFilter!]
  "One of the conditions must match."
  vulnerabilities: [VulnerabilityFilter!]
  cve: String
}
input LicenseFilter { patterns: [String!]! }
input VulnerabilityFilter { severity: Severity!, countMin: Int! }

type PageInfo {
  hasNextPage: Boolean!
  endCursor: String
  "The search stopped early: there may be more matches."
  capped: Boolean!
  "Null if unknown without reading all rows."
  totalCount: Long
  "Nothing matches the search: the packages have similar names or texts."
  similar: Boolean
  "Nothing matches the search, and the packages are the first ones of this search, with corrected words."
  correctedSearch: String
}
type PackageConnection { edges: [PackageEdge!]!, pageInfo: PageInfo! }
type PackageEdge { node: Package!, cursor: String! }
type VersionConnection { edges: [VersionEdge!]!, pageInfo: PageInfo! }
type VersionEdge { node: Version!, cursor: String! }

type Package {
  id: ID!
  name: String!
  packageType: String!
  description: String
  created: DateTime!
  modified: DateTime!
  latestVersion: String
  versionsCount: Int!
  tags: [String!]!
  licenses: [License!]!
  stats: PackageStats!
  "Of the latest version. Null: not scanned."
  vulnerabilities: Vulnerabilities
  operationalRisk: OperationalRisk
}
type Version {
  id: ID!
  name: String!
  created: DateTime!
  modified: DateTime!
  size: Long!
  package: Package!
  repos: [VersionRepository!]!
  licenses: [License!]!
  tags: [String!]!
  stats: VersionStats!
  "Null: not scanned."
  vulnerabilities: Vulnerabilities
  files: [VersionFile!]!
  operationalRisk: OperationalRisk
  deprecated: String
}
type License { name: String!, source: String! }
type PackageStats { downloads: Long!, followers: Long! }
type VersionStats { downloadCount: Long! }
type VersionRepository { name: String!, type: String!, leadFilePath: String! }
type FilePlace { repo: String!, path: String! }
type VersionFile {
  name: String!
  path: String!
  places: [FilePlace!]!
  lead: Boolean!
  size: Long!
  md5: String!
  sha1: String!
  sha256: String!
  mimeType: String!
}
type Vulnerabilities {
  critical: Long!
  high: Long!
  medium: Long!
  low: Long!
  info: Long!
  unknown: Long!
  skipped: Long!
}
"none, low, medium, or high"
type OperationalRisk { riskLevel: String }
`;

function wholeNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError(`Invalid Long ${JSON.stringify(value)}. Expected a whole number.`);
}

function date(value: unknown): string {
  const parsed = typeof value === 'string' ? readDate(value) : undefined;
  if (parsed) return parsed.toISOString();
  throw new GraphQLError(
    `Invalid DateTime ${JSON.stringify(value)}. Expected ISO 8601, such as 2024-05-01T12:00:00Z.`,
  );
}

export const schema = buildSchema(text);

const long = schema.getType('Long') as GraphQLScalarType<number, number>;
long.serialize = wholeNumber;
long.parseValue = wholeNumber;
long.parseLiteral = (node) => wholeNumber(node.kind === Kind.INT ? Number(node.value) : undefined);

const dateTime = schema.getType('DateTime') as GraphQLScalarType<string, string>;
dateTime.parseValue = date;
dateTime.parseLiteral = (node) => date(node.kind === Kind.STRING ? node.value : undefined);

/**
 * Sets the resolvers of a type. The query runner reads all other values from the result objects.
 */
function resolve<Source>(
  type: string,
  fields: Record<string, (source: Source, args: never, context: QueryContext) => unknown>,
): void {
  const known = (schema.getType(type) as GraphQLObjectType).getFields();
  for (const [name, value] of Object.entries(fields)) {
    const field = known[name];
    if (!field) throw new Error(`The schema has no field ${type}.${name}`);
    field.resolve = value as unknown as GraphQLFieldResolver<unknown, QueryContext>;
  }
}

resolve('Query', {
  packages: (_root, args, context) => resolvers.packages(args, context),
  package: (_root, args, context) => resolvers.package(args, context),
  versions: (_root, args, context) => resolvers.versions(args, context),
});
resolve<PackageEdge>('PackageEdge', { cursor: (edge) => edge.cursor() });
resolve<VersionNode>('Version', {
  repos: (version) => version.repos(),
  files: (version) => version.files(),
  tags: (version) => version.tags(),
});

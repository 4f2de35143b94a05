import type { PackageFilter, PackageOrder, PackageOrderField } from '@lading/contract/rest';
import { platformPattern } from '../search/wildcards.ts';
import { sortDirection } from '../sorting/sortDirection.ts';
import { listedTypes, packageType, typeOfScheme } from '../types/packageTypes.ts';
import { readList, readNumber } from './readKeys.ts';
import { readSeverities, vulnerabilityFilter } from './severities.ts';

/** Rows per page. */
export const PAGE_SIZE = 100;

/** The query of a package list, as stored in the URL. */
export interface PackageQuery {
  /** Words and conditions, as the platform reads them: `react type:npm`. */
  readonly search: string;
  /** A pattern. */
  readonly name: string;
  readonly types: readonly string[];
  readonly repos: readonly string[];
  /** Keys of projects, in addition to the project that is selected in the console. */
  readonly projects: readonly string[];
  /** A pattern. */
  readonly description: string;
  /** Patterns, at least one of which must match. */
  readonly tags: readonly string[];
  readonly licenses: readonly string[];
  /** A pattern that at least one version must match. */
  readonly version: string;
  /** MD5, SHA-1, or SHA-256 checksum of one of its files. */
  readonly checksum: string;
  /** Scope of the name, such as `@acme`. */
  readonly scope: string;
  /** ID of a single package, such as `npm://left-pad`. */
  readonly packageId: string;
  /** First day of the last change. */
  readonly after: string;
  readonly before: string;
  /** Values of `SEVERITIES`: the newest version must have a vulnerability with one of them. */
  readonly severities: readonly string[];
  /** ID of a vulnerability that at least one version must have. */
  readonly cve: string;
  readonly ignorePreRelease: boolean;
  /** Includes the console's plugins regardless of the other filters. */
  readonly plugins: boolean;
  /** Rows of a page. */
  readonly limit: number;
  /** Cursor of the first page. */
  readonly endCursor: string | undefined;
  readonly sortBy: PackageSortKey | 'relevance';
  readonly descending: boolean;
}

/** Filters that match everything. */
export const NO_FILTERS = {
  search: '',
  name: '',
  types: [],
  repos: [],
  projects: [],
  description: '',
  tags: [],
  licenses: [],
  version: '',
  checksum: '',
  scope: '',
  packageId: '',
  after: '',
  before: '',
  severities: [],
  cve: '',
  ignorePreRelease: false,
  plugins: false,
} as const satisfies Partial<PackageQuery>;

const ORDER_FIELDS = {
  name: 'NAME',
  created: 'CREATED',
  modified: 'MODIFIED',
  downloads: 'DOWNLOADS',
} as const satisfies Record<string, PackageOrderField>;

type PackageSortKey = keyof typeof ORDER_FIELDS;

/** Searches are sorted by relevance by default. */
const defaultOrder = (search: string) => (search.trim() ? 'relevance' : 'name');

/** Reads the query of a URL. Ignores unknown parameters. */
export function readPackageQuery(address: string): PackageQuery {
  const keys = new URLSearchParams(address);
  const sortBy = keys.get('sort_by')?.toLowerCase() ?? '';
  const search = keys.get('query') ?? '';
  return {
    search,
    name: keys.get('name') ?? keys.get('lowercase_name') ?? '',
    types: [...new Set(keys.getAll('package_type').filter(Boolean).map(packageType))],
    repos: readList(keys, 'repos'),
    projects: readList(keys, 'projects'),
    description: keys.get('description') ?? '',
    tags: readList(keys, 'tags'),
    licenses: readList(keys, 'licenses'),
    version: keys.get('version') ?? '',
    checksum: keys.get('checksum')?.trim() ?? '',
    scope: keys.get('scope')?.trim() ?? '',
    packageId: keys.get('packageId')?.trim() ?? '',
    after: readDay(keys.get('after')),
    before: readDay(keys.get('before')),
    severities: readSeverities(keys),
    cve: keys.get('cve')?.trim() ?? '',
    ignorePreRelease: keys.get('ignorePreRelease') === 'true',
    plugins: keys.get('plugins') === 'true',
    limit: readNumber(keys.get('limit'), 1, 1000) ?? PAGE_SIZE,
    endCursor: keys.get('endCursor') ?? undefined,
    sortBy: Object.hasOwn(ORDER_FIELDS, sortBy) ? (sortBy as PackageSortKey) : defaultOrder(search),
    descending: sortDirection(keys.get('sort_type')) === 'DESC',
  };
}

/** Parameters of the URL, with the names of their values where those differ. */
const PARAMETERS = [
  ['query', 'search'],
  ['name'],
  ['package_type', 'types'],
  ['repos'],
  ['projects'],
  ['description'],
  ['tags'],
  ['licenses'],
  ['version'],
  ['checksum'],
  ['scope'],
  ['packageId'],
  ['after'],
  ['before'],
  ['cve'],
  ['severities'],
] as const satisfies readonly (readonly [keyof PackageQuery] | readonly [string, keyof PackageQuery])[];

/** Returns the query of the URL, without default values. */
export function packageQueryAddress(query: PackageQuery): string {
  const keys = new URLSearchParams();
  for (const [parameter, key] of PARAMETERS)
    for (const value of [query[key ?? parameter]].flat()) if (value) keys.append(parameter, String(value));
  if (query.ignorePreRelease) keys.set('ignorePreRelease', 'true');
  if (query.plugins) keys.set('plugins', 'true');
  if (query.limit !== PAGE_SIZE) keys.set('limit', String(query.limit));
  if (query.endCursor !== undefined) keys.set('endCursor', query.endCursor);
  if (query.sortBy !== 'relevance' && query.sortBy !== defaultOrder(query.search))
    keys.set('sort_by', query.sortBy);
  if (query.descending) keys.set('sort_type', 'desc');
  const text = keys.toString();
  return text ? `?${text}` : '';
}

export function isFiltered(query: PackageQuery): boolean {
  return countFilters(query) > 0;
}

/** Returns the number of kinds of filters that are set. */
export function countFilters(query: PackageQuery): number {
  return Object.entries(NO_FILTERS).filter(([key, none]) => {
    const value = query[key as keyof typeof NO_FILTERS];
    return typeof value === 'object' ? value.length > 0 : value !== none;
  }).length;
}

/**
 * Whether the list can include the console's plugins: if the user includes them, or sets a filter
 * that identifies single packages. Filters that match packages of any kind, such as a type or a
 * license, don't include the plugins.
 */
function asksForPlugins({
  search,
  name,
  repos,
  packageId,
  scope,
  tags,
  checksum,
  cve,
  plugins,
}: PackageQuery) {
  return (
    plugins || [search, name, repos, packageId, scope, tags, checksum, cve].some(({ length }) => length > 0)
  );
}

/** `basic`: see `basicScanning`. */
export function packageFilter(query: PackageQuery, basic = false): PackageFilter {
  const { repos, tags, licenses, checksum, after, before, severities, cve, ignorePreRelease } = query;
  const { name, types } = ofId(query.packageId) ?? { name: scopedPattern(query), types: query.types };
  const description = platformPattern(query.description);
  const version = platformPattern(query.version);
  const words = searchWithin(query);
  return {
    ...(words ? { search: words } : {}),
    ...(name === undefined ? {} : { name }),
    ...(types.length > 0 ? { packageTypeIn: [...types] } : {}),
    ...(repos.length > 0 ? { repositoriesIn: repos.map((repo) => ({ name: repo })) } : {}),
    ...(description === undefined ? {} : { description }),
    ...(version === undefined ? {} : { version }),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(licenses.length > 0 ? { licenses: [...licenses] } : {}),
    ...(checksum ? { checksum } : {}),
    ...(after ? { modifiedMin: after } : {}),
    ...(before ? { modifiedMax: before.length === 10 ? `${before}T23:59:59.999Z` : before } : {}),
    ...vulnerabilityFilter(severities),
    ...(cve && !basic ? { cve } : {}),
    ...(ignorePreRelease ? { ignorePreRelease } : {}),
    ...(asksForPlugins(query) ? {} : { ignoreConsolePlugins: true }),
  };
}

/** Returns the search, limited to the projects. */
function searchWithin({ search, projects }: PackageQuery): string {
  return `${search} ${projects.length > 0 ? `project:${projects.join()}` : ''}`.trim();
}

/**
 * Returns the body of a request for filter options: the filters of the list, and separately those
 * that have facets. For `basic`, see `basicScanning`.
 */
export function facetsRequest(query: PackageQuery, basic = false): object {
  const { search, repos, licenses, projects, severities } = query;
  const { packageTypeIn, repositoriesIn, vulnerabilities, ignoreConsolePlugins, ...others } = packageFilter(
    query,
    basic,
  );
  return {
    ...{ ...others, search, types: packageTypeIn ?? [], repos, licenses, projects, severities },
    plugins: !ignoreConsolePlugins,
  };
}

/** Returns the decoded ID; `undefined` if it is invalid. */
function ofId(packageId: string): { name: string; types: readonly string[] } | undefined {
  const [, type = '', name] = /^(?:([a-z][\w-]*):\/\/)?(.+)$/i.exec(packageId) ?? [];
  return name === undefined
    ? undefined
    : { name, types: listedTypes(type === '' ? [] : [typeOfScheme(type.toLowerCase())]) };
}

/** Returns a date, or a date and time; empty for an invalid value. */
function readDay(text: string | null): string {
  const given = text?.trim() ?? '';
  return /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : '';
}

/** Returns the pattern of the name, in the scope if one is set. */
function scopedPattern({ name, scope }: PackageQuery): string | undefined {
  const pattern = platformPattern(name);
  if (scope === '') return pattern;
  const before = scope.startsWith('@') ? scope : `@${scope}`;
  return pattern?.startsWith(`${before}/`) ? pattern : `${before}/${pattern ?? '*'}`;
}

/** Returns the order, by name ascending by default; `undefined` sorts by relevance. */
export function packageOrder(query: PackageQuery): PackageOrder | undefined {
  if (query.sortBy === 'relevance') return undefined;
  return { field: ORDER_FIELDS[query.sortBy], direction: query.descending ? 'DESC' : 'ASC' };
}

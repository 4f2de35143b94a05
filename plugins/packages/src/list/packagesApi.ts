import type { Http } from '@lading/contract';
import type {
  DeployRepositories,
  GraphQLAnswer,
  Package,
  PackageFacets,
  PackagesData,
  RepositorySummary,
} from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { facetsRequest, type PackageQuery } from '../query/packageQuery.ts';
import { packagesRequest } from '../query/packagesRequest.ts';
import { listedTypes } from '../types/packageTypes.ts';

/** The fields of a row of the list. */
export type ListedPackage = Pick<
  Package,
  | 'id'
  | 'name'
  | 'packageType'
  | 'description'
  | 'latestVersion'
  | 'versionsCount'
  | 'created'
  | 'modified'
  | 'stats'
  | 'tags'
  | 'licenses'
  | 'vulnerabilities'
>;

/** The query of the list: the query of the URL, limited to the selected project. */
export interface ListQuery extends PackageQuery {
  /** `undefined`: all projects. */
  readonly project?: string | undefined;
  /** See `basicScanning`. */
  readonly basic?: boolean;
}

/** Keys of the repositories of a project. Throws `HttpFailure`. */
async function projectRepositories(
  http: Http,
  project: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const path = '/artifactory/api/repositories';
  const own = await http.json<RepositorySummary[]>(path, { query: { project }, signal });
  return own.map(({ key }) => key);
}

/**
 * Limits a query to the repositories of the project. Returns `undefined` if it selects none of
 * them.
 */
export function withinProject(query: ListQuery, own: readonly string[]): PackageQuery | undefined {
  const { repos } = query;
  const keys = own.filter((key) => repos.length === 0 || repos.includes(key));
  return keys.length === 0 ? undefined : { ...query, repos: keys };
}

/** Packages, which don't match the search themselves if they are `similar`. */
interface FoundPage extends Page<ListedPackage> {
  readonly similar?: boolean | null | undefined;
  /** The search that they match instead. */
  readonly correctedSearch?: string | null | undefined;
}

/**
 * Fetches a page of packages after `cursor`, and stores the project's repositories in `projects`,
 * by key. Throws `HttpFailure`.
 */
export async function fetchPackages(
  http: Http,
  wanted: ListQuery,
  cursor: string | undefined,
  signal: AbortSignal,
  projects: Map<string, readonly string[]>,
): Promise<FoundPage> {
  const { project } = wanted;
  if (project !== undefined) projects.set(project, await projectRepositories(http, project, signal));
  const query = project === undefined ? wanted : withinProject(wanted, projects.get(project) ?? []);
  if (!query) return { rows: [], next: undefined, total: 0 };
  const { path, ...call } = packagesRequest(query, cursor, wanted.basic);
  const { data } = await http.json<GraphQLAnswer<PackagesData>>(path, { ...call, signal });
  const { packages } = data;
  const { hasNextPage, endCursor, totalCount, similar, correctedSearch } = packages.pageInfo;
  return {
    rows: packages.edges.map(({ node }) => node),
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: query.endCursor === undefined ? (totalCount ?? undefined) : undefined,
    similar,
    correctedSearch,
  };
}

/** Returns the types of the repositories that the user can read. Throws `HttpFailure`. */
export async function fetchTypes(http: Http): Promise<string[]> {
  const repositories = await http.json<RepositorySummary[]>('/artifactory/api/repositories');
  return listedTypes(repositories.map(({ packageType }) => packageType)).sort();
}

/**
 * Fetches filter options with their counts in the project, and stores its repositories in
 * `projects`. Throws `HttpFailure`.
 */
export async function fetchFacets(
  http: Http,
  wanted: ListQuery,
  signal: AbortSignal,
  projects: Map<string, readonly string[]>,
): Promise<PackageFacets> {
  const { project } = wanted;
  if (project !== undefined && !projects.has(project))
    projects.set(project, await projectRepositories(http, project, signal));
  const own = project === undefined ? undefined : (projects.get(project) ?? []);
  const query = own ? withinProject(wanted, own) : wanted;
  if (!query) return { types: [], repositories: [], licenses: [], capped: false, partial: false };
  const call = { method: 'POST', body: facetsRequest(query, wanted.basic), signal } as const;
  const found = await http.json<PackageFacets>('/ui/api/v1/ui/v1/native/facets', call);
  if (!own) return found;
  return { ...found, repositories: found.repositories.filter(({ value }) => own.includes(value)) };
}

/**
 * Returns the keys of npm repositories that the user can publish to, virtual ones first. Throws
 * `HttpFailure`.
 */
export async function fetchNpmTargets(http: Http): Promise<string[]> {
  const path = '/ui/api/v1/ui/repodata';
  const { repoTypesList } = await http.json<DeployRepositories>(path, { query: { deploy: true } });
  const npm = repoTypesList.filter(({ repoType }) => repoType.toLowerCase() === 'npm');
  const rank = ({ type, repoKey }: (typeof npm)[number]) =>
    (type === 'VIRTUAL' ? 0 : 1) + (repoKey === 'plugins-local' ? 2 : 0);
  return npm.sort((one, other) => rank(one) - rank(other)).map(({ repoKey }) => repoKey);
}

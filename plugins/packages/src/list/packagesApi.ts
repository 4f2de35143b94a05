import type { Http } from '@lading/contract';
import type {
  DeployRepositories,
  GraphQLAnswer,
  Package,
  PackagesData,
  RepositorySummary,
} from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import type { PackageQuery } from '../query/packageQuery.ts';
import { packagesRequest } from '../query/packagesRequest.ts';
import { listedTypes } from '../types/packageTypes.ts';

/** What a row of the list shows. */
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

/** What the list is asked for: what its address says, within the selected project. */
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

/** The same query for the repositories of the project only; `undefined` if it selects none of them. */
export function withinProject(query: ListQuery, own: readonly string[]): PackageQuery | undefined {
  const { repos } = query;
  const keys = own.filter((key) => repos.length === 0 || repos.includes(key));
  return keys.length === 0 ? undefined : { ...query, repos: keys };
}

/**
 * A page of packages after `cursor`; the project's repositories are noted in `projects` by its key. Throws `HttpFailure`.
 */
export async function fetchPackages(
  http: Http,
  wanted: ListQuery,
  cursor: string | undefined,
  signal: AbortSignal,
  projects: Map<string, readonly string[]>,
): Promise<Page<ListedPackage>> {
  const { project } = wanted;
  if (project !== undefined) projects.set(project, await projectRepositories(http, project, signal));
  const query = project === undefined ? wanted : withinProject(wanted, projects.get(project) ?? []);
  if (!query) return { rows: [], next: undefined, total: 0 };
  const { path, ...call } = packagesRequest(query, cursor, wanted.basic);
  const { data } = await http.json<GraphQLAnswer<PackagesData>>(path, { ...call, signal });
  const { packages } = data;
  const { hasNextPage, endCursor, totalCount } = packages.pageInfo;
  return {
    rows: packages.edges.map(({ node }) => node),
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: query.endCursor === undefined ? (totalCount ?? undefined) : undefined,
  };
}

/** The types of the repositories that the user may see. Throws `HttpFailure`. */
export async function fetchTypes(http: Http): Promise<string[]> {
  const repositories = await http.json<RepositorySummary[]>('/artifactory/api/repositories');
  return listedTypes(repositories.map(({ packageType }) => packageType)).sort();
}

/** Keys of the npm repositories that the user may publish to, virtual ones first. Throws `HttpFailure`. */
export async function fetchNpmTargets(http: Http): Promise<string[]> {
  const path = '/ui/api/v1/ui/repodata';
  const { repoTypesList } = await http.json<DeployRepositories>(path, { query: { deploy: true } });
  const npm = repoTypesList.filter(({ repoType }) => repoType.toLowerCase() === 'npm');
  const rank = ({ type, repoKey }: (typeof npm)[number]) =>
    (type === 'VIRTUAL' ? 0 : 1) + (repoKey === 'plugins-local' ? 2 : 0);
  return npm.sort((one, other) => rank(one) - rank(other)).map(({ repoKey }) => repoKey);
}

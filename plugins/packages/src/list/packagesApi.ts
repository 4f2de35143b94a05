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

/** The same query with what the project has of the repositories; `undefined`: it has none. */
async function within(http: Http, query: ListQuery, signal: AbortSignal): Promise<PackageQuery | undefined> {
  const { project, repos } = query;
  if (project === undefined) return query;
  const path = '/artifactory/api/repositories';
  const own = await http.json<RepositorySummary[]>(path, { query: { project }, signal });
  const keys = own.map(({ key }) => key).filter((key) => repos.length === 0 || repos.includes(key));
  return keys.length === 0 ? undefined : { ...query, repos: keys };
}

/** A page of packages after `cursor`. Throws `HttpFailure`. */
export async function fetchPackages(
  http: Http,
  wanted: ListQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ListedPackage>> {
  const query = await within(http, wanted, signal);
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

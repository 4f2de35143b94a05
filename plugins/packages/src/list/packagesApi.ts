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
  'id' | 'name' | 'packageType' | 'description' | 'latestVersion' | 'versionsCount' | 'modified' | 'stats'
>;

/** A page of packages after `cursor`. Throws `HttpFailure`. */
export async function fetchPackages(
  http: Http,
  query: PackageQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ListedPackage>> {
  const { path, ...call } = packagesRequest(query, cursor);
  const { data } = await http.json<GraphQLAnswer<PackagesData>>(path, { ...call, signal });
  const { packages } = data;
  const { hasNextPage, endCursor, totalCount } = packages.pageInfo;
  return {
    rows: packages.edges.map(({ node }) => node),
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: totalCount ?? undefined,
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

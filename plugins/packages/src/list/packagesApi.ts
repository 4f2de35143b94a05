import type { Http } from '@lading/contract';
import type { DeployRepositories, Package, PackagesData, RepositorySummary } from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { askPlatform } from '../query/askPlatform.ts';
import { PAGE_SIZE, type PackageQuery, packageFilter, packageOrder } from '../query/packageQuery.ts';
import { listedTypes } from '../types/packageTypes.ts';

/** What a row of the list shows. */
export type ListedPackage = Pick<
  Package,
  'id' | 'name' | 'packageType' | 'description' | 'latestVersion' | 'versionsCount' | 'modified' | 'stats'
>;

const QUERY = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node { id name packageType description latestVersion versionsCount modified stats { downloads } } }
    pageInfo { hasNextPage endCursor totalCount }
  }
}`;

/** A page of packages after `cursor`. Throws `HttpFailure`. */
export async function fetchPackages(
  http: Http,
  query: PackageQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ListedPackage>> {
  const variables = {
    filter: packageFilter(query),
    first: PAGE_SIZE,
    orderBy: packageOrder(query),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
  const { packages } = await askPlatform<PackagesData>(http, 'packages', QUERY, variables, signal);
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

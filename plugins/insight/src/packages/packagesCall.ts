import type { Http } from '@lading/contract';
import type {
  GraphQLAnswer,
  Package,
  PackageFilter,
  PackageOrder,
  PackagesData,
  RepositorySummary,
} from '@lading/contract/rest';

/** Rows of a widget. */
const ROWS = 8;

type WidgetPackage = Pick<
  Package,
  'id' | 'name' | 'packageType' | 'latestVersion' | 'modified' | 'stats' | 'vulnerabilities'
>;

export interface FoundPackages {
  readonly packages: readonly WidgetPackage[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

const query = `query ($filter: PackageFilter!, $first: Int, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, orderBy: $orderBy) {
    edges { node {
      id name packageType latestVersion modified stats { downloads }
      vulnerabilities { critical high medium low info unknown skipped }
    } }
    pageInfo { hasNextPage }
  }
}`;

interface Wanted {
  readonly orderBy: PackageOrder;
  readonly filter?: PackageFilter;
  /** Key of a project; `undefined`: all projects. */
  readonly project: string | undefined;
}

/** The first packages in an order, without the console's plugins. Throws `HttpFailure`. */
export async function fetchPackages(http: Http, wanted: Wanted, signal: AbortSignal): Promise<FoundPackages> {
  const { orderBy, project } = wanted;
  const filter: PackageFilter = { ...wanted.filter, ignoreConsolePlugins: true };
  if (project !== undefined) {
    const path = '/artifactory/api/repositories';
    const own = await http.json<RepositorySummary[]>(path, { query: { project }, signal });
    if (own.length === 0) return { packages: [], more: false };
    filter.repositoriesIn = own.map(({ key }) => ({ name: key }));
  }
  const body = { graphQL: { query, variables: { filter, first: ROWS, orderBy } } };
  const call = { method: 'POST', body, signal } as const;
  const { data } = await http.json<GraphQLAnswer<PackagesData>>('/ui/api/v1/mds/packages', call);
  const { edges, pageInfo } = data.packages;
  return { packages: edges.map(({ node }) => node), more: pageInfo.hasNextPage };
}

import { type Http, HttpFailure } from '@lading/contract';
import type {
  GraphQLAnswer,
  Package,
  PackageFilter,
  PackageOrder,
  PackagesData,
  RepositorySummary,
} from '@lading/contract/rest';

const PACKAGES = '/ui/api/v1/mds/packages';
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

/** Packages of a widget. */
export interface WantedPackages {
  readonly orderBy: PackageOrder;
  readonly filter?: PackageFilter;
  /** Whether the server may not know. */
  readonly optional?: boolean;
}

export const RECENT: WantedPackages = { orderBy: { field: 'MODIFIED', direction: 'DESC' } };
export const DOWNLOADED: WantedPackages = { orderBy: { field: 'DOWNLOADS', direction: 'DESC' } };
export const VULNERABLE: WantedPackages = {
  optional: true,
  orderBy: { field: 'MODIFIED', direction: 'DESC' },
  filter: {
    vulnerabilities: [
      { severity: 'CRITICAL', countMin: 1 },
      { severity: 'HIGH', countMin: 1 },
    ],
  },
};

/** The request for the first packages, without the console's plugins. */
export function packagesRequest(
  { filter, orderBy, optional = false }: WantedPackages,
  repositories?: readonly string[],
) {
  const wanted: PackageFilter = {
    ...filter,
    ignoreConsolePlugins: true,
    ...(repositories ? { repositoriesIn: repositories.map((name) => ({ name })) } : {}),
  };
  const body = { graphQL: { query, variables: { filter: wanted, first: ROWS, orderBy } } };
  return { method: 'POST', path: `${PACKAGES}${optional ? '?optional=true' : ''}`, body } as const;
}

/**
 * The first packages of a project, or of all for `undefined`, in an order. Throws `HttpFailure`,
 * with the code `NOT_SCANNED` if nothing is known about vulnerabilities.
 */
export async function fetchPackages(
  http: Http,
  wanted: WantedPackages,
  project: string | undefined,
  signal: AbortSignal,
): Promise<FoundPackages> {
  let repositories: string[] | undefined;
  if (project !== undefined) {
    const path = '/artifactory/api/repositories';
    const own = await http.json<RepositorySummary[]>(path, { query: { project }, signal });
    if (own.length === 0) return { packages: [], more: false };
    repositories = own.map(({ key }) => key);
  }
  const { method, body } = packagesRequest(wanted, repositories);
  const answer = await http.json<GraphQLAnswer<PackagesData> | undefined>(PACKAGES, {
    ...{ method, body, signal },
    query: wanted.optional ? { optional: true } : {},
  });
  if (!answer) throw new HttpFailure(204, 'Vulnerabilities are unknown', 'NOT_SCANNED');
  const { edges, pageInfo } = answer.data.packages;
  return { packages: edges.map(({ node }) => node), more: pageInfo.hasNextPage };
}

import type { GraphQLRequest } from '@lading/contract/rest';
import { type PackageQuery, packageFilter, packageOrder } from './packageQuery.ts';

/** Returns the request for a page of packages after `cursor`. `basic`: see `basicScanning`. */
export function packagesRequest(query: PackageQuery, cursor?: string, basic = false) {
  const after = cursor ?? query.endCursor;
  const orderBy = packageOrder(query);
  const variables = {
    filter: packageFilter(query, basic),
    first: query.limit,
    ...(orderBy ? { orderBy } : {}),
    ...(after === undefined ? {} : { after }),
  };
  const body: GraphQLRequest = { graphQL: { query: text(basic), variables } };
  return { method: 'POST', path: '/ui/api/v1/mds/packages', body } as const;
}

function text(basic: boolean): string {
  return `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node {
      id name packageType description latestVersion versionsCount created modified tags
      licenses { name source } stats { downloads followers }
      vulnerabilities { critical high medium low info unknown skipped }${basic ? '' : ' operationalRisk { riskLevel }'}
    } }
    pageInfo { hasNextPage endCursor totalCount similar correctedSearch }
  }
}`;
}

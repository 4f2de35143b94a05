import type { GraphQLRequest } from '@lading/contract/rest';
import { PAGE_SIZE, type PackageQuery, packageFilter, packageOrder } from './packageQuery.ts';

const QUERY = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node { id name packageType description latestVersion versionsCount modified stats { downloads } } }
    pageInfo { hasNextPage endCursor totalCount }
  }
}`;

/** The call for a page of packages after `cursor`. */
export function packagesRequest(query: PackageQuery, cursor?: string) {
  const variables = {
    filter: packageFilter(query),
    first: PAGE_SIZE,
    orderBy: packageOrder(query),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
  const body: GraphQLRequest = { graphQL: { query: QUERY, variables } };
  return { method: 'POST', path: '/ui/api/v1/mds/packages', body } as const;
}

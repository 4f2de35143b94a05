import type { GraphQLRequest } from '@lading/contract/rest';
import { type VersionQuery, versionFilter, versionOrder } from './versionQuery.ts';

/**
 * Returns the request for a page of a package's versions after `cursor`. `basic`: see
 * `basicScanning`.
 */
export function versionsRequest(packageId: string, query: VersionQuery, basic = false, cursor?: string) {
  const after = cursor ?? query.endCursor;
  const variables = {
    filter: versionFilter(packageId, query, basic),
    first: query.limit,
    orderBy: versionOrder(query),
    ...(after === undefined ? {} : { after }),
  };
  const body: GraphQLRequest = { graphQL: { query: text(query.includeFiles, basic), variables } };
  return { method: 'POST', path: '/ui/api/v1/mds/versions', body } as const;
}

function text(files: boolean, basic: boolean): string {
  const more = [
    ...(files ? ['files { name path lead size md5 sha1 sha256 mimeType }'] : []),
    ...(basic ? [] : ['operationalRisk { riskLevel }']),
  ];
  return `query ($filter: VersionFilter!, $first: Int, $after: String, $orderBy: VersionOrder) {
  versions(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node {
      id name created modified size tags deprecated
      repos { name type leadFilePath } licenses { name source } stats { downloadCount }
      vulnerabilities { critical high medium low info unknown skipped } ${more.join(' ')}
    } }
    pageInfo { hasNextPage endCursor totalCount }
  }
}`;
}

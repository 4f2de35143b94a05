import type { Http } from '@lading/contract';
import type { Package, PackageData, Version, VersionsData } from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { askPlatform } from '../query/askPlatform.ts';
import { PAGE_SIZE } from '../query/packageQuery.ts';
import { type VersionQuery, versionFilter, versionOrder } from '../query/versionQuery.ts';

/** What a row of the versions shows. */
export type ListedVersion = Pick<
  Version,
  'id' | 'name' | 'created' | 'size' | 'repos' | 'tags' | 'stats' | 'deprecated'
>;

const PACKAGE = `query ($id: ID!) {
  package(id: $id) {
    id name packageType description created modified latestVersion versionsCount tags
    licenses { name source }
    stats { downloads followers }
    vulnerabilities { critical high medium low info unknown skipped }
    operationalRisk { riskLevel }
  }
}`;

const VERSIONS = `query ($filter: VersionFilter!, $first: Int, $after: String, $orderBy: VersionOrder) {
  versions(filter: $filter, first: $first, after: $after, orderBy: $orderBy) {
    edges { node { id name created size tags deprecated repos { name type leadFilePath } stats { downloadCount } } }
    pageInfo { hasNextPage endCursor totalCount }
  }
}`;

/** `undefined` where there is none that the user may see. Throws `HttpFailure`. */
export async function fetchPackage(
  http: Http,
  id: string,
  signal: AbortSignal,
): Promise<Package | undefined> {
  const answer = await askPlatform<PackageData>(http, 'package', PACKAGE, { id }, signal);
  return answer.package ?? undefined;
}

/** A page of a package's versions after `cursor`. Throws `HttpFailure`. */
export async function fetchVersions(
  http: Http,
  packageId: string,
  query: VersionQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ListedVersion>> {
  const variables = {
    filter: versionFilter(packageId, query),
    first: PAGE_SIZE,
    orderBy: versionOrder(query),
    ...(cursor === undefined ? {} : { after: cursor }),
  };
  const { versions } = await askPlatform<VersionsData>(http, 'versions', VERSIONS, variables, signal);
  const { hasNextPage, endCursor, totalCount } = versions.pageInfo;
  return {
    rows: versions.edges.map(({ node }) => node),
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: totalCount ?? undefined,
  };
}

import type { Http } from '@lading/contract';
import type {
  GraphQLAnswer,
  ImageDigests,
  Package,
  PackageAbout,
  PackageData,
  Version,
  VersionsData,
} from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { queryPlatform } from '../query/queryPlatform.ts';
import type { VersionQuery } from '../query/versionQuery.ts';
import { versionsRequest } from '../query/versionsRequest.ts';

/** The fields of a row of the version list. */
export type ListedVersion = Pick<
  Version,
  | 'id'
  | 'name'
  | 'created'
  | 'modified'
  | 'size'
  | 'repos'
  | 'licenses'
  | 'tags'
  | 'stats'
  | 'deprecated'
  | 'vulnerabilities'
> &
  Partial<Pick<Version, 'files' | 'operationalRisk'>>;

function packageText(basic: boolean): string {
  return `query ($id: ID!) {
  package(id: $id) {
    id name packageType description created modified latestVersion versionsCount tags
    licenses { name source }
    stats { downloads followers }
    vulnerabilities { critical high medium low info unknown skipped }${basic ? '' : ' operationalRisk { riskLevel }'}
  }
}`;
}

/**
 * Returns `undefined` if no such package is visible to the user. `basic`: see `basicScanning`.
 * Throws `HttpFailure`.
 */
export async function fetchPackage(
  http: Http,
  id: string,
  basic: boolean,
  signal: AbortSignal,
): Promise<Package | undefined> {
  const answer = await queryPlatform<PackageData>(http, 'package', packageText(basic), { id }, signal);
  return answer.package ?? undefined;
}

/** Returns the package metadata from its latest version. Throws `HttpFailure`. */
export function fetchAbout(http: Http, packageId: string, signal: AbortSignal): Promise<PackageAbout> {
  return http.json('/ui/api/v1/ui/v1/native/about', { query: { packageId }, signal });
}

/** Returns the tags of an image by digest. Throws `HttpFailure`. */
export function fetchImages(http: Http, packageId: string, signal: AbortSignal): Promise<ImageDigests> {
  return http.json('/ui/api/v1/ui/v1/native/images', { query: { packageId }, signal });
}

/**
 * Fetches a page of a package's versions after `cursor`. `basic`: see `basicScanning`. Throws
 * `HttpFailure`.
 */
export async function fetchVersions(
  http: Http,
  packageId: string,
  query: VersionQuery,
  basic: boolean,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<ListedVersion>> {
  const { path, ...call } = versionsRequest(packageId, query, basic, cursor);
  const { data } = await http.json<GraphQLAnswer<VersionsData>>(path, { ...call, signal });
  const { versions } = data;
  const { hasNextPage, endCursor, totalCount } = versions.pageInfo;
  return {
    rows: versions.edges.map(({ node }) => node),
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: query.endCursor === undefined ? (totalCount ?? undefined) : undefined,
  };
}

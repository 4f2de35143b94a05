import type { Http } from '@lading/contract';
import type { FileComparison, VersionComparison, VersionsData } from '@lading/contract/rest';
import { queryPlatform } from '../query/queryPlatform.ts';

const CALL = '/ui/api/v1/ui/compare';

/** Versions to select from. */
const MOST_VERSIONS = 1000;

const versionNames = `query ($filter: VersionFilter!, $first: Int, $orderBy: VersionOrder) {
  versions(filter: $filter, first: $first, orderBy: $orderBy) { edges { node { name } } }
}`;

/** Returns the names of the versions, newest first. Throws `HttpFailure`. */
export async function fetchVersionNames(
  http: Http,
  packageId: string,
  signal: AbortSignal,
): Promise<string[]> {
  const variables = {
    filter: { packageId },
    first: MOST_VERSIONS,
    orderBy: { field: 'NAME_SEMVER', direction: 'DESC' },
  };
  const { versions } = await queryPlatform<VersionsData>(http, 'versions', versionNames, variables, signal);
  return versions.edges.map(({ node }) => node.name);
}

/** The versions to compare. */
export interface ComparedPair {
  readonly packageId: string;
  readonly from: string;
  readonly to: string;
}

/** Throws `HttpFailure`. */
export function fetchComparison(
  http: Http,
  pair: ComparedPair,
  signal: AbortSignal,
): Promise<VersionComparison> {
  return http.json(CALL, { query: { ...pair }, signal });
}

/** The lines of one file. Throws `HttpFailure`. */
export function fetchFileComparison(
  http: Http,
  pair: ComparedPair,
  path: string,
  signal: AbortSignal,
): Promise<FileComparison> {
  return http.json(`${CALL}/file`, { query: { ...pair, path }, signal });
}

import type { Http } from '@lading/contract';
import type {
  GraphQLAnswer,
  GraphQLRequest,
  Package,
  PackageFilter,
  PackagesData,
  Version,
  VersionFilter,
  VersionsData,
} from '@lading/contract/rest';

/** Results of a search; more results need a narrower text. */
const FOUND = 100;

export type FoundPackage = Pick<Package, 'id' | 'name' | 'packageType'>;
export interface FoundVersion {
  readonly version: string;
  readonly repository: string;
}

const PACKAGES = `query ($filter: PackageFilter!, $first: Int) {
  packages(filter: $filter, first: $first) { edges { node { id name packageType } } }
}`;
const VERSIONS = `query ($filter: VersionFilter!, $first: Int) {
  versions(filter: $filter, first: $first) { edges { node { name repos { name } } } }
}`;

/** Finds packages by a part of their name. Throws `HttpFailure`. */
export async function searchPackages(
  http: Http,
  typed: string,
  signal: AbortSignal,
): Promise<FoundPackage[]> {
  const name = patternOf(typed);
  // The console's plugins appear only in results of a search.
  const filter: PackageFilter = name === undefined ? { ignoreConsolePlugins: true } : { name };
  const { packages } = await query<PackagesData>(http, 'packages', PACKAGES, filter, signal);
  return packages.edges.map(({ node }) => node);
}

/**
 * Finds versions of a package by a part of their name, newest first, with each repository that
 * contains them. Throws `HttpFailure`.
 */
export async function searchVersions(
  http: Http,
  packageId: string,
  typed: string,
  signal: AbortSignal,
): Promise<FoundVersion[]> {
  const name = patternOf(typed);
  const filter: VersionFilter = { packageId, ...(name === undefined ? {} : { name }) };
  const { versions } = await query<VersionsData>(http, 'versions', VERSIONS, filter, signal);
  return versions.edges.flatMap(({ node }: { node: Pick<Version, 'name' | 'repos'> }) =>
    node.repos.map((repo) => ({ version: node.name, repository: repo.name })),
  );
}

function patternOf(typed: string): string | undefined {
  const text = typed.trim();
  return text === '' ? undefined : `*${text}*`;
}

async function query<Data>(
  http: Http,
  call: 'packages' | 'versions',
  document: string,
  filter: PackageFilter | VersionFilter,
  signal: AbortSignal,
): Promise<Data> {
  const body: GraphQLRequest = { graphQL: { query: document, variables: { filter, first: FOUND } } };
  const answer = await http.json<GraphQLAnswer<Data>>(`/ui/api/v1/mds/${call}`, {
    ...{ method: 'POST', body, signal },
  });
  return answer.data;
}

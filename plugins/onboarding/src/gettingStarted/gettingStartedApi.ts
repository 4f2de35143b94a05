import type { Http } from '@lading/contract';
import type { GraphQLAnswer, GraphQLRequest, PackagesData } from '@lading/contract/rest';

/** Makes a local repository. Throws `HttpFailure`: 409 or 400 with the reason. */
export function createRepository(http: Http, key: string, packageType: string): Promise<unknown> {
  const path = `/artifactory/api/repositories/${encodeURIComponent(key)}`;
  return http.json(path, { method: 'PUT', body: { key, rclass: 'local', packageType } });
}

/** What has arrived in a repository. */
export interface Arrived {
  readonly name: string;
  /** The page that shows it, below `/ui`; a file has none yet. */
  readonly page?: string;
}

const FIRST_PACKAGE = `query ($filter: PackageFilter!) { packages(filter: $filter, first: 1) {
  edges { node { id name latestVersion } } } }`;

/** The first package of the repository, once there is one. Throws `HttpFailure`. */
export async function firstPackage(
  http: Http,
  repoKey: string,
  signal: AbortSignal,
): Promise<Arrived | undefined> {
  const variables = { filter: { repositoriesIn: [{ name: repoKey }] } };
  const body: GraphQLRequest = { graphQL: { query: FIRST_PACKAGE, variables } };
  const { data } = await http.json<GraphQLAnswer<PackagesData>>('/ui/api/v1/mds/packages', {
    method: 'POST',
    body,
    signal,
  });
  const node = data.packages.edges[0]?.node;
  if (!node) return undefined;
  return { name: node.name, page: `/packages/${encodeURIComponent(node.id)}` };
}

/** The first file at the top of the repository, once there is one. Throws `HttpFailure`. */
export async function firstFile(
  http: Http,
  repoKey: string,
  signal: AbortSignal,
): Promise<Arrived | undefined> {
  const path = `/artifactory/api/storage/${encodeURIComponent(repoKey)}`;
  const { children } = await http.json<{ children?: { uri: string }[] }>(path, { signal });
  const uri = children?.[0]?.uri;
  return uri === undefined ? undefined : { name: uri.replace(/^\//, '') };
}

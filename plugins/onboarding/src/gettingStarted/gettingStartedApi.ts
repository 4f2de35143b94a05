import type { Http } from '@lading/contract';
import type { AvailablePackages, GraphQLAnswer, GraphQLRequest, PackagesData } from '@lading/contract/rest';

export type PackageType = AvailablePackages['packageTypes'][number];

/** Fetches the package types of local repositories, in display order. Throws `HttpFailure`. */
export async function fetchPackageTypes(http: Http, signal: AbortSignal): Promise<PackageType[]> {
  const { packageTypes } = await http.json<AvailablePackages>('/ui/api/v1/ui/packages/available', { signal });
  return packageTypes.filter(({ classes }) => classes.includes('local'));
}

/** Creates a local repository. Throws `HttpFailure`, with status 400 or 409 and the reason. */
export function createRepository(http: Http, key: string, packageType: string): Promise<unknown> {
  const path = `/artifactory/api/repositories/${encodeURIComponent(key)}`;
  return http.json(path, { method: 'PUT', body: { key, rclass: 'local', packageType } });
}

/** The first package or file of a repository. */
export interface Arrived {
  readonly name: string;
  /** Its page, below `/ui`. */
  readonly page: string;
}

const FIRST_PACKAGE = `query ($filter: PackageFilter!) { packages(filter: $filter, first: 1) {
  edges { node { id name latestVersion } } } }`;

/** Fetches the first package of the repository, if any. Throws `HttpFailure`. */
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

/** Fetches the first file at the top level of the repository, if any. Throws `HttpFailure`. */
export async function firstFile(
  http: Http,
  repoKey: string,
  signal: AbortSignal,
): Promise<Arrived | undefined> {
  const path = `/artifactory/api/storage/${encodeURIComponent(repoKey)}`;
  const { children } = await http.json<{ children?: { uri: string }[] }>(path, { signal });
  const uri = children?.[0]?.uri;
  if (uri === undefined) return undefined;
  const name = uri.replace(/^\//, '');
  const place = [repoKey, ...name.split('/')].map(encodeURIComponent).join('/');
  return { name, page: `/repos/tree/General/${place}` };
}

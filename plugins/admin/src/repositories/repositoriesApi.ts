import type { Http } from '@lading/contract';
import type {
  AvailablePackages,
  Environment,
  GraphQLAnswer,
  GraphQLRequest,
  PackageFilter,
  PackagesData,
  Project,
  RepositoryConfiguration,
  RepositorySummary,
  UpstreamTest,
} from '@lading/contract/rest';
import { basedOn, fetchVersioned, type Versioned } from '@lading/ui/edit';
import type { RepositoryClass } from '../paths.ts';

const CALL = '/artifactory/api/repositories';
/** Names that scripts use for a package type here. */
const SAME_TYPES: Readonly<Record<string, string>> = { oci: 'docker', helmoci: 'docker' };
const one = (key: string) => `${CALL}/${encodeURIComponent(key)}`;

/**
 * Returns the repositories by key, of all classes or one. Like all functions here, throws
 * `HttpFailure`.
 */
export function fetchRepositories(
  http: Http,
  type?: RepositoryClass,
  signal?: AbortSignal,
): Promise<RepositorySummary[]> {
  return http.json<RepositorySummary[]>(CALL, { query: { type }, ...(signal ? { signal } : {}) });
}

export async function fetchRepository(
  http: Http,
  key: string,
  signal: AbortSignal,
): Promise<Versioned<RepositoryConfiguration>> {
  const loaded = await fetchVersioned<RepositoryConfiguration>(http, one(key), { signal });
  const { packageType } = loaded.value;
  return { ...loaded, value: { ...loaded.value, packageType: SAME_TYPES[packageType] ?? packageType } };
}

/**
 * Fails with 400 for an invalid field, whose name is in the error, and with 409 if the key is
 * taken.
 */
export function createRepository(http: Http, configuration: RepositoryConfiguration): Promise<void> {
  return http.json<void>(one(configuration.key), { method: 'PUT', body: configuration });
}

/** Fails with 412 if the repository has changed since that version. */
export function changeRepository(
  http: Http,
  configuration: RepositoryConfiguration,
  version: string | undefined,
): Promise<void> {
  return http.json<void>(one(configuration.key), {
    method: 'POST',
    body: configuration,
    ...basedOn(version),
  });
}

/**
 * Tests the upstream with a configuration that may be unsaved. Fails with 400 for an invalid field,
 * whose name is in the error.
 */
export function testUpstream(http: Http, configuration: RepositoryConfiguration): Promise<UpstreamTest> {
  return http.json<UpstreamTest>(`${one(configuration.key)}/test`, { method: 'POST', body: configuration });
}

/** With all that it holds; 409 while a virtual one has it as a member. */
export function deleteRepository(http: Http, key: string): Promise<void> {
  return http.json<void>(one(key), { method: 'DELETE' });
}

/**
 * The package types, by their names, that a repository of the class can hold; of any class without
 * one.
 */
export async function fetchPackageTypes(
  http: Http,
  type?: RepositoryClass,
  signal?: AbortSignal,
): Promise<AvailablePackages['packageTypes']> {
  const { packageTypes } = await http.json<AvailablePackages>(
    '/ui/api/v1/ui/packages/available',
    signal ? { signal } : {},
  );
  return type ? packageTypes.filter(({ classes }) => classes.includes(type)) : packageTypes;
}

export function fetchProjects(http: Http): Promise<Project[]> {
  return http.json<Project[]>('/access/api/v1/projects');
}

export function fetchEnvironments(http: Http): Promise<Environment[]> {
  return http.json<Environment[]>('/access/api/v1/environments');
}

/** How many packages the repository holds. */
export async function countPackages(http: Http, key: string): Promise<number> {
  const filter: PackageFilter = { repositoriesIn: [{ name: key }] };
  const query =
    'query ($filter: PackageFilter!) { packages(filter: $filter, first: 1) { pageInfo { totalCount } } }';
  const body: GraphQLRequest = { graphQL: { query, variables: { filter } } };
  const answer = await http.json<GraphQLAnswer<Pick<PackagesData, 'packages'>>>('/ui/api/v1/mds/packages', {
    method: 'POST',
    body,
  });
  return answer.data.packages.pageInfo.totalCount ?? 0;
}

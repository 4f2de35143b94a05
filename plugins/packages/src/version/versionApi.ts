import type { Http } from '@lading/contract';
import type {
  Dependent,
  Dependents,
  DockerLayers,
  ImageReferrers,
  Version,
  VersionBuilds,
  VersionDependencies,
  VersionFile,
  VersionProperties,
  VersionReadme,
  VersionsData,
} from '@lading/contract/rest';
import type { Page } from '@lading/ui/table';
import { queryPlatform } from '../query/queryPlatform.ts';

export type VersionDetails = Omit<Version, 'package' | 'operationalRisk'> &
  Partial<Pick<Version, 'operationalRisk'>>;

/** A version's lead file, which identifies the version in calls of the platform. */
export interface LeadFile {
  readonly type: string;
  readonly repoKey: string;
  readonly path: string;
}

const versionText = (basic: boolean) => `query ($filter: VersionFilter!, $first: Int) {
  versions(filter: $filter, first: $first) {
    edges { node {
      id name created modified size tags deprecated
      repos { name type leadFilePath }
      licenses { name source }
      stats { downloadCount }
      vulnerabilities { critical high medium low info unknown skipped }
      files { name path places { repo path } lead size md5 sha1 sha256 mimeType }
      ${basic ? '' : 'operationalRisk { riskLevel }'}
    } }
  }
}`;

/** The platform's filter ignores case, so names that differ only in case are equal. */
const NAMESAKES = 20;

/**
 * Returns `undefined` if no such version is visible to the user. `basic`: see `basicScanning`.
 * Throws `HttpFailure`.
 */
export async function fetchVersion(
  http: Http,
  packageId: string,
  name: string,
  basic: boolean,
  signal: AbortSignal,
): Promise<VersionDetails | undefined> {
  const variables = { filter: { packageId, name }, first: NAMESAKES };
  const { versions } = await queryPlatform<VersionsData>(
    http,
    'versions',
    versionText(basic),
    variables,
    signal,
  );
  return versions.edges.find(({ node }) => node.name === name)?.node;
}

/** Returns untrusted Markdown; empty if there is no readme. Throws `HttpFailure`. */
export async function fetchReadme(http: Http, lead: LeadFile, signal: AbortSignal): Promise<string> {
  return (await fetchNative<VersionReadme>(http, 'readme', lead, signal)).readme;
}

/** Throws `HttpFailure`. */
export function fetchProperties(http: Http, lead: LeadFile, signal: AbortSignal): Promise<VersionProperties> {
  return fetchNative(http, 'props', lead, signal);
}

/** Throws `HttpFailure`. */
export function fetchDependencies(
  http: Http,
  lead: LeadFile,
  signal: AbortSignal,
): Promise<VersionDependencies> {
  return fetchNative(http, 'dependencies', lead, signal);
}

/** Returns the builds that published or used the version. Throws `HttpFailure`. */
export function fetchBuilds(http: Http, lead: LeadFile, signal: AbortSignal): Promise<VersionBuilds> {
  return fetchNative(http, 'builds', lead, signal);
}

/** Returns the layers and the configuration of an image. Throws `HttpFailure`. */
export function fetchLayers(http: Http, lead: LeadFile, signal: AbortSignal): Promise<DockerLayers> {
  const body = { view: 'dockerv2', repoKey: lead.repoKey, path: lead.path };
  return http.json('/ui/api/v1/ui/views/dockerv2', { method: 'POST', body, signal });
}

/** Returns the signatures, SBOMs, and attestations of an image. Throws `HttpFailure`. */
export function fetchReferrers(http: Http, lead: LeadFile, signal: AbortSignal): Promise<ImageReferrers> {
  const query = { repoKey: lead.repoKey, path: lead.path };
  return http.json('/ui/api/v1/ui/v1/native/images/referrers', { query, signal });
}

/** Fetches a page of the packages that depend on this one. Throws `HttpFailure`. */
export async function fetchDependents(
  http: Http,
  packageId: string,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Page<Dependent>> {
  const query = { packageId, first: 100, after };
  const path = '/ui/api/v1/ui/v1/native/dependents';
  const { dependents, pageInfo } = await http.json<Dependents>(path, { query, signal });
  const { hasNextPage, endCursor, totalCount } = pageInfo;
  return {
    rows: dependents,
    next: hasNextPage ? (endCursor ?? undefined) : undefined,
    total: totalCount ?? undefined,
  };
}

function fetchNative<T>(http: Http, part: string, lead: LeadFile, signal: AbortSignal): Promise<T> {
  const { type, path, repoKey } = lead;
  const call = `/ui/api/v1/ui/v1/native/versions/${encodeURIComponent(type)}/${part}`;
  return http.json<T>(call, { query: { path, repoKey }, signal });
}

/** Returns a function that builds the URL of an image file in the package. */
export function imageUrlOf({ type, repoKey, path }: LeadFile): (file: string) => string {
  const call = `/ui/api/v1/ui/v1/native/versions/${encodeURIComponent(type)}/image`;
  return (file) => `${call}?${new URLSearchParams({ repoKey, path, file })}`;
}

/** Returns the SHA-256 of the lead file, or of the manifest of an image. */
export function digestOf(files: readonly VersionFile[]): string | undefined {
  return (files.find(({ lead }) => lead) ?? files.find(({ name }) => name === 'manifest.json'))?.sha256;
}

import type { Http } from '@lading/contract';
import type {
  Version,
  VersionDependencies,
  VersionFile,
  VersionProperties,
  VersionReadme,
  VersionsData,
} from '@lading/contract/rest';
import { askPlatform } from '../query/askPlatform.ts';

export type VersionDetails = Omit<Version, 'package'>;

/** A version's lead file, by which the platform knows what belongs to it. */
export interface LeadFile {
  readonly type: string;
  readonly repoKey: string;
  readonly path: string;
}

const VERSION = `query ($filter: VersionFilter!, $first: Int) {
  versions(filter: $filter, first: $first) {
    edges { node {
      id name created modified size tags deprecated
      repos { name type leadFilePath }
      licenses { name source }
      stats { downloadCount }
      vulnerabilities { critical high medium low info unknown skipped }
      files { name lead size md5 sha1 sha256 mimeType }
      operationalRisk { riskLevel }
    } }
  }
}`;

/** Names that differ in capitals alone are one to the platform's filter. */
const NAMESAKES = 20;

/** `undefined` where there is none that the user may see. Throws `HttpFailure`. */
export async function fetchVersion(
  http: Http,
  packageId: string,
  name: string,
  signal: AbortSignal,
): Promise<VersionDetails | undefined> {
  const variables = { filter: { packageId, name }, first: NAMESAKES };
  const { versions } = await askPlatform<VersionsData>(http, 'versions', VERSION, variables, signal);
  return versions.edges.find(({ node }) => node.name === name)?.node;
}

/** Markdown, hostile; empty where there is none. Throws `HttpFailure`. */
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

function fetchNative<T>(http: Http, part: string, lead: LeadFile, signal: AbortSignal): Promise<T> {
  const { type, path, repoKey } = lead;
  const call = `/ui/api/v1/ui/v1/native/versions/${encodeURIComponent(type)}/${part}`;
  return http.json<T>(call, { query: { path, repoKey }, signal });
}

/** The sha256 of the lead file, or of an image's manifest. */
export function digestOf(files: readonly VersionFile[]): string | undefined {
  return (files.find(({ lead }) => lead) ?? files.find(({ name }) => name === 'manifest.json'))?.sha256;
}

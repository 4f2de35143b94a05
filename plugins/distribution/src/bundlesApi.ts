import type { Http } from '@lading/contract';
import type {
  BundleArtifacts,
  BundleComparison,
  BundleDetails,
  BundleOverview,
  BundlePage,
  BundlePreview,
  BundleSource,
  BundlesOfChecksum,
  Environment,
  NewBundle,
  NewPromotion,
  PromotionPlan,
  RepositorySummary,
} from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/releaseBundles';
/** The calls of a version. */
export const versionCall = (name: string, version: string) =>
  `${CALL}/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;

/** Rows per page. */
const PAGE = 100;

export interface BundleQuery {
  readonly search: string;
  readonly environment: string | undefined;
  readonly createdBy: string | undefined;
  readonly offset: number;
}

/** Newest first. Throws `HttpFailure`, as do all functions below. */
export function fetchBundles(http: Http, query: BundleQuery, signal: AbortSignal): Promise<BundlePage> {
  const { search, ...rest } = query;
  return http.json(CALL, { query: { ...rest, search: search || undefined, limit: PAGE }, signal });
}

/** Throws with status 403 or 404. */
export function fetchVersion(
  http: Http,
  name: string,
  version: string,
  signal: AbortSignal,
): Promise<BundleDetails> {
  return http.json(versionCall(name, version), { signal });
}

export function fetchArtifacts(
  http: Http,
  { name, version }: { name: string; version: string },
  { search, offset }: { search: string; offset: number },
  signal: AbortSignal,
): Promise<BundleArtifacts> {
  const query = { search: search || undefined, offset, limit: PAGE };
  return http.json(`${versionCall(name, version)}/artifacts`, { query, signal });
}

/** Keys of the local repositories that the caller can see, by key. */
export async function fetchLocalRepositories(http: Http, signal: AbortSignal): Promise<readonly string[]> {
  const query = { type: 'local' };
  const found = await http.json<RepositorySummary[]>('/artifactory/api/repositories', { query, signal });
  return found.map(({ key }) => key);
}

export async function deleteVersion(http: Http, name: string, version: string): Promise<void> {
  const path = [name, version].map(encodeURIComponent).join('/');
  await http.json(`/lifecycle/api/v2/release_bundle/records/${path}`, {
    method: 'DELETE',
    query: { async: false },
  });
}

/** Fetches the versions that contain the content, newest first. */
export function fetchContaining(
  http: Http,
  sha256: string,
  rows: number,
  signal: AbortSignal,
): Promise<BundlesOfChecksum> {
  const path = `/distribution/api/ui/release_bundle/checksum/${sha256}`;
  return http.json(path, { query: { num_of_rows: rows }, signal });
}

/** Milliseconds. Creating a release of 20,000 artifacts takes minutes. */
const LONG = 600_000;

/** Throws with status 400, 404 for content that does not exist, or 409 `RELEASE_BUNDLE_EXISTS`. */
export async function createBundle(http: Http, body: NewBundle): Promise<void> {
  const query = { async: false };
  await http.json('/lifecycle/api/v2/release_bundle', { method: 'POST', query, body, timeout: LONG });
}

/**
 * Previews the content of a new version. Throws with status 400, or 404 for content that does not
 * exist.
 */
export function previewContent(
  http: Http,
  source: BundleSource,
  signal: AbortSignal,
): Promise<BundlePreview> {
  const body = { sources: [source] };
  return http.json(`${CALL}/preview`, { method: 'POST', body, timeout: LONG, signal });
}

export async function fetchEnvironments(http: Http, signal: AbortSignal): Promise<string[]> {
  const environments = await http.json<Environment[]>('/access/api/v1/environments', { signal });
  return environments.map(({ name }) => name);
}

/** Previews a promotion. Changes nothing. */
export function planPromotion(
  http: Http,
  { name, version }: { name: string; version: string },
  body: NewPromotion,
): Promise<PromotionPlan> {
  const path = `${versionCall(name, version)}/promotion/plan`;
  return http.json(path, { method: 'POST', body, timeout: LONG });
}

/**
 * Runs the plan with this digest. Throws with status 409 `PLAN_CHANGED` if the plan is outdated.
 */
export async function promoteBundle(
  http: Http,
  { name, version }: { name: string; version: string },
  order: NewPromotion,
  digest: string,
): Promise<void> {
  const body = { ...order, digest };
  await http.json(`${versionCall(name, version)}/promotion`, { method: 'POST', body, timeout: LONG });
}

/** Fetches the versions of a bundle by environment. */
export function fetchOverview(http: Http, name: string, signal: AbortSignal): Promise<BundleOverview> {
  return http.json(`${CALL}/environments`, { query: { name }, signal });
}

/** Fetches the changes since the other version. Throws with status 404. */
export function fetchComparison(
  http: Http,
  { name, version }: { name: string; version: string },
  other: string,
  signal: AbortSignal,
): Promise<BundleComparison> {
  return http.json(`${versionCall(name, version)}/compare/${encodeURIComponent(other)}`, { signal });
}

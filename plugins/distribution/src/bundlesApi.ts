import type { Http } from '@lading/contract';
import type { BundleArtifacts, BundleDetails, BundlePage, BundlesOfChecksum } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/releaseBundles';
const versionCall = (name: string, version: string) =>
  `${CALL}/${encodeURIComponent(name)}/${encodeURIComponent(version)}`;

/** Rows that one call returns. */
const PAGE = 100;

export interface BundleQuery {
  readonly search: string;
  readonly environment: string | undefined;
  readonly createdBy: string | undefined;
  readonly offset: number;
}

/** Newest first. Throws `HttpFailure`, as all of these do. */
export function fetchBundles(http: Http, query: BundleQuery, signal: AbortSignal): Promise<BundlePage> {
  const { search, ...rest } = query;
  return http.json(CALL, { query: { ...rest, search: search || undefined, limit: PAGE }, signal });
}

/** 403, 404. */
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

export async function deleteVersion(http: Http, name: string, version: string): Promise<void> {
  const path = [name, version].map(encodeURIComponent).join('/');
  await http.json(`/lifecycle/api/v2/release_bundle/records/${path}`, {
    method: 'DELETE',
    query: { async: false },
  });
}

/** Versions that contain the content, newest first. */
export function fetchContaining(
  http: Http,
  sha256: string,
  rows: number,
  signal: AbortSignal,
): Promise<BundlesOfChecksum> {
  const path = `/distribution/api/ui/release_bundle/checksum/${sha256}`;
  return http.json(path, { query: { num_of_rows: rows }, signal });
}

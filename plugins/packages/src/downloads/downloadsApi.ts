import type { Http } from '@lading/contract';
import type { DownloadHistory, VersionDownloads } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/v1/native/downloads';
/** Days that a sparkline shows. */
export const SPARKLINE_DAYS = 30;

/** Returns the downloads of a package or a version by day. Throws `HttpFailure`. */
export function fetchDownloads(
  http: Http,
  of: { readonly packageId: string; readonly version: string | undefined },
  days: number,
  signal: AbortSignal,
): Promise<DownloadHistory> {
  return http.json(CALL, { query: { ...of, days }, signal });
}

/** Returns the downloads by day of each downloaded version, by name. Throws `HttpFailure`. */
export async function fetchVersionDownloads(
  http: Http,
  packageId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const query = { packageId, days: SPARKLINE_DAYS };
  const { versions } = await http.json<VersionDownloads>(`${CALL}/versions`, { query, signal });
  return new Map(versions.map(({ version, downloads }) => [version, downloads]));
}

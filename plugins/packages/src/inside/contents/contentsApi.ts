import type { Http } from '@lading/contract';
import type { ArchiveContents, FilePreview } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/contents';

/** An archive in a repository. */
export interface Archive {
  readonly repoKey: string;
  readonly path: string;
}

/** Throws `HttpFailure`. */
export function fetchContents(
  http: Http,
  { repoKey, path }: Archive,
  signal: AbortSignal,
): Promise<ArchiveContents> {
  return http.json(CALL, { query: { repoKey, path }, signal });
}

/** Throws `HttpFailure`. */
export function fetchPreview(
  http: Http,
  { repoKey, path }: Archive,
  entry: string,
  signal: AbortSignal,
): Promise<FilePreview> {
  return http.json(`${CALL}/preview`, { query: { repoKey, path, entry }, signal });
}

/** Where a browser downloads one file of an archive. */
export function entryUrl({ repoKey, path }: Archive, entry: string): string {
  return `${CALL}/file?${new URLSearchParams({ repoKey, path, entry })}`;
}

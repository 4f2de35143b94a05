import type { Http } from '@lading/contract';
import type { ArchiveContents, FilePreview } from '@lading/contract/rest';

const CALL = '/ui/api/v1/ui/contents';

/** A file in a repository, which can be an archive. */
export interface StoredFile {
  readonly repoKey: string;
  readonly path: string;
}

/** An archive whose files are listed. */
export interface ListedArchive extends StoredFile {
  /** It was not read to its end. */
  readonly partial: boolean;
}

/** A file in a repository or, with `entry`, one within an archive there. */
export interface ShownFile extends StoredFile {
  readonly entry?: string;
}

/** Throws `HttpFailure`. */
export function fetchContents(
  http: Http,
  { repoKey, path }: StoredFile,
  signal: AbortSignal,
): Promise<ArchiveContents> {
  return http.json(CALL, { query: { repoKey, path }, signal });
}

/** Throws `HttpFailure`. */
export function fetchPreview(http: Http, file: ShownFile, signal: AbortSignal): Promise<FilePreview> {
  return http.json(`${CALL}/preview`, { query: { ...file }, signal });
}

/** Where a browser gets an image, or downloads one file of an archive. */
export function contentUrl(file: ShownFile): string {
  return `${CALL}/file?${new URLSearchParams({ ...file })}`;
}

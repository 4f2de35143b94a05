import type { FileInfo, FolderInfo } from '@lading/contract/rest';
import type { FileRow } from './files.ts';
import type { Child } from './tree/children.ts';
import type { FolderDates } from './tree/folderDates.ts';

/**
 * Returns a file in the form of the storage API. `origin` is the origin of URLs that the client
 * uses.
 */
export function fileInfo(origin: string, file: FileRow): FileInfo {
  const { repo, path, sha256, sha1, md5 } = file;
  const modified = file.modified.toISOString();
  return {
    repo,
    path: `/${path}`,
    created: file.created.toISOString(),
    createdBy: file.createdBy,
    lastModified: modified,
    modifiedBy: file.modifiedBy,
    lastUpdated: modified,
    downloadUri: `${origin}/artifactory/${encodePath(`${repo}/${path}`)}`,
    mimeType: file.mimeType,
    size: String(file.size),
    checksums: { sha1, md5, sha256 },
    originalChecksums: { sha256 },
    uri: storageUri(origin, repo, path),
  };
}

export function folderInfo(
  origin: string,
  repo: string,
  path: string,
  children: readonly Pick<Child, 'name' | 'folder'>[],
  { dates, truncated }: { dates: FolderDates | undefined; truncated: boolean },
): FolderInfo {
  const modified = dates?.modified.toISOString();
  return {
    repo,
    path: `/${path}`,
    ...(dates && modified
      ? { created: dates.created.toISOString(), lastModified: modified, lastUpdated: modified }
      : {}),
    ...(truncated ? { truncated } : {}),
    children: children.map(({ name, folder }) => ({ uri: `/${name}`, folder })),
    uri: storageUri(origin, repo, path),
  };
}

export function storageUri(origin: string, repo: string, path: string): string {
  return `${origin}/artifactory/api/storage/${encodePath(path === '' ? repo : `${repo}/${path}`)}`;
}

/** Encodes a path for a URL and keeps its slashes. */
export function encodePath(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll('%40', '@'))
    .join('/');
}

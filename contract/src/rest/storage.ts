/**
 * GET `/artifactory/api/storage/{repo}/{path}` of a file. PUT and DELETE of
 * `/artifactory/{repo}/{path}` store and remove it; GET `/ui/api/v1/ui/download?repoKey=&path=` gives it to a browser.
 */
export interface FileInfo {
  repo: string;
  /** With a leading slash. */
  path: string;
  /** ISO 8601. */
  created: string;
  createdBy: string;
  lastModified: string;
  modifiedBy: string;
  lastUpdated: string;
  downloadUri: string;
  mimeType: string;
  /** Bytes, as text. */
  size: string;
  checksums: { sha1: string; md5: string; sha256: string };
  originalChecksums: { sha1?: string; md5?: string; sha256?: string };
  uri: string;
}

/** The same call for a folder. */
export interface FolderInfo {
  repo: string;
  path: string;
  uri: string;
  /** Of its oldest and newest file; absent when there are too many to look at. */
  created?: string;
  lastModified?: string;
  lastUpdated?: string;
  /** In the order of their names. */
  children: { uri: string; folder: boolean }[];
  /** There are more than the ten thousand that are shown. */
  truncated?: boolean;
}

/** `?properties`, or `?properties=a,b`: 404 when it has none. PUT `?properties=a=b,c;d=e` sets, DELETE `?properties=a,d` removes. */
export interface FileProperties {
  properties: Record<string, string[]>;
  uri: string;
}

/** `?list[&deep=1][&depth=n][&listFolders=1]` of a folder: its files, those of its folders too where asked for; in the order of their paths. */
export interface FileList {
  uri: string;
  created: string;
  files: { uri: string; size: number; lastModified: string; folder: boolean; sha1?: string; sha2?: string }[];
  /** There are more than the ten thousand that are shown. */
  truncated?: boolean;
}

/** `?lastModified` of a folder: its newest file. */
export interface LastModified {
  uri: string;
  lastModified: string;
}

/** `?stats`. */
export interface FileStats {
  uri: string;
  downloadCount: number;
  /** Milliseconds since 1970; 0 when never. */
  lastDownloaded: number;
}

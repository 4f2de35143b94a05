import { type Static, Type } from '@sinclair/typebox';

import { mapOf } from './schemaKinds.ts';

/**
 * GET `/artifactory/api/storage/{repo}/{path}` of a file. PUT and DELETE of
 * `/artifactory/{repo}/{path}` store and delete it; GET `/ui/api/v1/ui/download?repoKey=&path=`
 * downloads it in a browser.
 */
export type FileInfo = Static<typeof FileInfo>;
export const FileInfo = Type.Object(
  {
    repo: Type.String(),
    path: Type.String({ description: 'With a leading slash.' }),
    created: Type.String({ description: 'ISO 8601.' }),
    createdBy: Type.String(),
    lastModified: Type.String(),
    modifiedBy: Type.String(),
    lastUpdated: Type.String(),
    downloadUri: Type.String(),
    mimeType: Type.String(),
    size: Type.String({ description: 'Bytes, as text.' }),
    checksums: Type.Object({ sha1: Type.String(), md5: Type.String(), sha256: Type.String() }),
    originalChecksums: Type.Object({
      sha1: Type.Optional(Type.String()),
      md5: Type.Optional(Type.String()),
      sha256: Type.Optional(Type.String()),
    }),
    uri: Type.String(),
  },
  { title: 'FileInfo' },
);

/** The same request for a folder. */
export type FolderInfo = Static<typeof FolderInfo>;
export const FolderInfo = Type.Object(
  {
    repo: Type.String(),
    path: Type.String(),
    uri: Type.String(),
    created: Type.Optional(
      Type.String({
        description: 'Of its oldest and newest file; absent when there are too many to look at.',
      }),
    ),
    lastModified: Type.Optional(Type.String()),
    lastUpdated: Type.Optional(Type.String()),
    children: Type.Array(Type.Object({ uri: Type.String(), folder: Type.Boolean() }), {
      description: 'In the order of their names.',
    }),
    truncated: Type.Optional(
      Type.Boolean({ description: 'There are more than the ten thousand that are shown.' }),
    ),
  },
  { title: 'FolderInfo' },
);

/**
 * `?properties`, or `?properties=a,b`: 404 if there are none. PUT `?properties=a=b,c;d=e` sets
 * them, DELETE `?properties=a,d` removes them.
 */
export type FileProperties = Static<typeof FileProperties>;
export const FileProperties = Type.Object(
  { properties: mapOf(Type.Array(Type.String())), uri: Type.String() },
  { title: 'FileProperties' },
);

/**
 * `?list[&deep=1][&depth=n][&listFolders=1]` of a folder: its files, optionally of subfolders too,
 * by path.
 */
export type FileList = Static<typeof FileList>;
export const FileList = Type.Object(
  {
    uri: Type.String(),
    created: Type.String(),
    files: Type.Array(
      Type.Object({
        uri: Type.String(),
        size: Type.Number(),
        lastModified: Type.String(),
        folder: Type.Boolean(),
        sha1: Type.Optional(Type.String()),
        sha2: Type.Optional(Type.String()),
      }),
    ),
    truncated: Type.Optional(
      Type.Boolean({ description: 'There are more than the ten thousand that are shown.' }),
    ),
  },
  { title: 'FileList' },
);

/** `?lastModified` of a folder: its newest file. */
export type LastModified = Static<typeof LastModified>;
export const LastModified = Type.Object(
  { uri: Type.String(), lastModified: Type.String() },
  { title: 'LastModified' },
);

/** `?stats`. */
export type FileStats = Static<typeof FileStats>;
export const FileStats = Type.Object(
  {
    uri: Type.String(),
    downloadCount: Type.Number(),
    lastDownloaded: Type.Number({ description: 'Milliseconds since 1970; 0 when never.' }),
  },
  { title: 'FileStats' },
);

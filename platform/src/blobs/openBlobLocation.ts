import { join, resolve } from 'node:path';
import { blobFolderOf } from '../settings/blobFolderOf.ts';
import { readS3Place } from '../settings/s3Place.ts';
import type { BlobLocation } from './BlobLocation.ts';
import { FolderLocation } from './FolderLocation.ts';
import { S3Location } from './s3/S3Location.ts';

/**
 * Opens the location of a blob URL, without any request. The caller must close it. `mayHaveJournal`
 * is false if another location uses the journal of this server.
 */
export async function openBlobLocation(
  url: string,
  home: string,
  mayHaveJournal = true,
): Promise<BlobLocation> {
  const folder = blobFolderOf(url);
  if (folder === undefined) return S3Location.open(readS3Place(url));
  // With a shared blob directory, other nodes must find files there even if this node fails, so no
  // journal is used.
  const hasJournal = mayHaveJournal && folder.startsWith(join(resolve(home), '/'));
  return new FolderLocation(folder, hasJournal ? join(home, 'journal') : undefined);
}

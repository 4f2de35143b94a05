import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { blobFolderOf } from './blobFolderOf.ts';
import type { Settings } from './settings.ts';

/**
 * File systems of the kernel. In `proc`, Node never returns from creating a directory with its
 * parents.
 */
const ofTheKernel = new Map([
  [0x9fa0, 'proc'],
  [0x62656572, 'sysfs'],
]);

/** Returns an error for each directory setting with an unusable path. Creates nothing. */
export function directoryFaults({ home, blobUrl }: Pick<Settings, 'home' | 'blobUrl'>): string[] {
  const blobs = blobFolderOf(blobUrl);
  const line = (name: string, fault: string) =>
    `${name} must be a directory that this user can read and write: ${fault}`;
  const ofHome = faultOf(home);
  // By default, the blob directory is inside the data directory.
  const isCovered = blobs === undefined || (ofHome !== undefined && blobs.startsWith(home));
  const ofBlobs = isCovered ? undefined : faultOf(blobs);
  return [
    ...(ofHome === undefined ? [] : [line('LADING_HOME', ofHome)]),
    ...(ofBlobs === undefined ? [] : [line('LADING_BLOB_URL', ofBlobs)]),
  ];
}

function faultOf(path: string): string | undefined {
  try {
    const existing = nearest(path);
    const system = ofTheKernel.get(statfsSync(existing).type);
    if (system) return `${path} is in the kernel file system (${system})`;
    if (!statSync(existing).isDirectory())
      return existing === path
        ? `${path} is a file`
        : `failed to create ${path} because ${existing} is a file`;
    const { R_OK, W_OK, X_OK } = constants;
    accessSync(existing, existing === path ? R_OK | W_OK | X_OK : W_OK | X_OK);
    return undefined;
  } catch (error) {
    const { code, path: at = path } = error as NodeJS.ErrnoException;
    return `no permission for ${at} (${code})`;
  }
}

/** Returns the path, or its closest existing parent. */
function nearest(path: string): string {
  try {
    statSync(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return nearest(dirname(path));
  }
}

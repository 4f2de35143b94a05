import type { VersionFile } from '@lading/contract/rest';

/**
 * Path of a version's file in its repository: a file without a directory is in the directory of the
 * lead file.
 */
export function filePath(file: VersionFile, leadFilePath: string): string {
  if (file.lead) return leadFilePath;
  if (file.name.includes('/')) return file.name;
  return leadFilePath.slice(0, leadFilePath.lastIndexOf('/') + 1) + file.name;
}

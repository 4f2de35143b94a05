import type { VersionFile } from '@lading/contract/rest';

/** Where a file of a version stands in its repository: a file that has no folder of its own stands beside the lead file. */
export function filePath(file: VersionFile, leadFilePath: string): string {
  if (file.lead) return leadFilePath;
  if (file.name.includes('/')) return file.name;
  return leadFilePath.slice(0, leadFilePath.lastIndexOf('/') + 1) + file.name;
}

import type { VersionFile } from '@lading/contract/rest';

/** Lead files that are documents, of formats whose archives are other files of the version. */
const DOCUMENTS = /(?:^|\/)(?:list\.)?manifest\.json$|\.(?:pom|xml|json|txt)$/;

/**
 * Paths of a version's files. The first one is the lead file, or the largest file if the lead file
 * is a document.
 */
export function archivePaths(files: readonly VersionFile[], leadPath: string): string[] {
  const bySize = [...files].sort((one, other) => other.size - one.size);
  const paths = [leadPath, ...bySize.map(({ path }) => path)];
  const isDocument = (path: string) => DOCUMENTS.test(path);
  return [...new Set([...paths.filter((path) => !isDocument(path)), ...paths.filter(isDocument)])];
}

import type { VersionFile } from '@lading/contract/rest';

/** The files of a version that a repository has, with their paths there. */
export function filesIn(files: readonly VersionFile[], repoKey: string): VersionFile[] {
  return files.flatMap((file) =>
    file.places.filter(({ repo }) => repo === repoKey).map(({ path }) => ({ ...file, path })),
  );
}

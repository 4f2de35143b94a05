/**
 * Returns the name of a repository for Cargo, whose registry names contain no dot and do not begin
 * with a digit.
 */
export function registryName(repoKey: string): string {
  return repoKey.replaceAll('.', '-').replace(/^\d/, '_$&');
}

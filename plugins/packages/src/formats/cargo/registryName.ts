/** By what name Cargo can know a repository: its names have no dots, and begin with no digit. */
export function registryName(repoKey: string): string {
  return repoKey.replaceAll('.', '-').replace(/^\d/, '_$&');
}

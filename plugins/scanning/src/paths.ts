/** Paths of the pages, below `/ui`. */
export const ADVISORIES = '/admin/security/advisories';
export const POLICY = '/admin/security_policies';
export const VIOLATIONS = '/violations';

/** Returns the path of a version. The package ID is a single, escaped segment. */
export function versionAddress(packageId: string, version: string): string {
  return `/packages/${encodeURIComponent(packageId)}/${encodeURIComponent(version)}`;
}

/** Maven package IDs have the scheme `gav`. */
export function packageIdOf(type: string, name: string): string {
  return `${type === 'maven' ? 'gav' : type}://${name}`;
}

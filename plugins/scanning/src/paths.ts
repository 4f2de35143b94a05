/** Where the screens stand, below `/ui`. */
export const ADVISORIES = '/admin/security/advisories';
export const POLICY = '/admin/security_policies';
export const VIOLATIONS = '/violations';

/** Where a version stands: its package's id is one segment of the address. */
export function versionAddress(packageId: string, version: string): string {
  return `/packages/${encodeURIComponent(packageId)}/${encodeURIComponent(version)}`;
}

/** Maven's packages have a scheme of their own. */
export function packageIdOf(type: string, name: string): string {
  return `${type === 'maven' ? 'gav' : type}://${name}`;
}

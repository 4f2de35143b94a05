/** The pages of this plugin, below `/ui`. */
export const INTEGRATIONS = '/integrations';
export const GIT_SCANNING = `${INTEGRATIONS}/git-scanning`;

export const vendorPath = (name: string) => `${INTEGRATIONS}/${name}`;

/** The scanning flow of a connection; `vcsType` is the name of the vendor. */
export function scanningPath(vcsType: string, integrationId: string): string {
  return `${GIT_SCANNING}?${new URLSearchParams({ vcsType, integrationId })}`;
}

/** The pages of this plugin, below `/ui`. */
export const INTEGRATIONS = '/integrations';
export const APPLICATIONS = '/admin/configuration/integrations';
/** The authorization endpoint of OAuth 2.0: its metadata names it. */
export const AUTHORIZE = `${INTEGRATIONS}/authorize`;
export const GIT_SCANNING = `${INTEGRATIONS}/git-scanning`;

export const vendorPath = (name: string) => `${INTEGRATIONS}/${name}`;

/** The scanning flow of a connection; `vcsType` is the name of the vendor. */
export function scanningPath(vcsType: string, integrationId: string): string {
  return `${GIT_SCANNING}?${new URLSearchParams({ vcsType, integrationId })}`;
}

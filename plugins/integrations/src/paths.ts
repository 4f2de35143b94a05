/** Paths of the pages, below `/ui`. */
export const INTEGRATIONS = '/integrations';
export const APPLICATIONS = '/admin/configuration/integrations';
/** Authorization endpoint of OAuth 2.0, listed in the server metadata. */
export const AUTHORIZE = `${INTEGRATIONS}/authorize`;
export const GIT_SCANNING = `${INTEGRATIONS}/git-scanning`;

export const vendorPath = (name: string) => `${INTEGRATIONS}/${name}`;

/** Returns the path of the scanning flow of a connection; `vcsType` is the vendor's name. */
export function scanningPath(
  vcsType: string,
  integrationId: string,
  more: { readonly watch?: string; readonly tab?: 'watches' } = {},
): string {
  return `${GIT_SCANNING}?${new URLSearchParams({ vcsType, integrationId, ...more })}`;
}

/** Tokens for CI jobs. */
export const CI = `${APPLICATIONS}/ci`;

export const providerPath = (name: string) => `${CI}/${encodeURIComponent(name)}`;

export function mappingPath(provider: string, name: string): string {
  return `${providerPath(provider)}/mappings/${encodeURIComponent(name)}`;
}

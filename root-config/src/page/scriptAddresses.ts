interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | undefined }): unknown;
}

/**
 * Whether a script may be loaded from `address`: only the console's own files, and a configured
 * development server.
 */
export function mayRun(address: string, base: string, developmentOrigin?: string): boolean {
  const url = new URL(address, document.baseURI);
  if (developmentOrigin !== undefined && url.origin === developmentOrigin) return true;
  if (url.origin !== location.origin) return false;
  return url.pathname.startsWith(base) && !url.pathname.startsWith(`${base}api/`);
}

/** With Trusted Types: creates the only policy that can set URLs of script elements. */
export function limitScriptAddresses(base: string, developmentOrigin?: string): void {
  const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (mayRun(address, base, developmentOrigin) ? address : undefined),
  });
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string | undefined }): unknown;
}

/** Whether a script may come from `address`: the console's own files, and a development server when one is set. */
export function mayRun(address: string, base: string, developmentOrigin?: string): boolean {
  const url = new URL(address, document.baseURI);
  if (developmentOrigin !== undefined && url.origin === developmentOrigin) return true;
  if (url.origin !== location.origin) return false;
  return url.pathname.startsWith(base) && !url.pathname.startsWith(`${base}api/`);
}

/** Where the browser knows Trusted Types: the one policy that lets a script element have an address. */
export function limitScriptAddresses(base: string, developmentOrigin?: string): void {
  const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (mayRun(address, base, developmentOrigin) ? address : undefined),
  });
}

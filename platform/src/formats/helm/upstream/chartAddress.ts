/** The URL of a chart in an upstream's index. */
export interface ChartAddress {
  /** Absolute; the unchanged input if it is rejected. */
  url: string;
  /**
   * Reason why the URL is never requested, to follow a colon. Does not quote the URL, which can
   * contain a secret.
   */
  refused?: string;
}

/** Resolves a URL in an index, absolute or relative to the URL of the index, `base`. */
export function chartAddress(given: string, base: string): ChartAddress {
  if (!URL.canParse(given, base)) return { url: given, refused: 'it is invalid' };
  const url = new URL(given, base);
  const { href, protocol, username, password } = url;
  if (!/^(?:https?|oci):$/.test(protocol)) {
    const scheme = protocol.slice(0, -1).slice(0, 20);
    return { url: given, refused: `its scheme is ${scheme}; expected http, https, or oci` };
  }
  if (username || password) return { url: given, refused: 'it contains a user name or a password' };
  const climbs = pathFault(given, base);
  return climbs ? { url: given, refused: climbs } : { url: href };
}

/**
 * Charts can be in a folder next to that of the index, as clients allow. A path above the root, or
 * with an encoded `..`, is rejected.
 */
function pathFault(given: string, base: string): string | undefined {
  const [path = ''] = given.split(/[?#]/, 1);
  const plain = path.replace(/%2e/gi, '.').replace(/%2f|%5c|\\/gi, '/');
  const steps = plain.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').split('/');
  if (!steps.includes('..')) return undefined;
  if (plain !== path) return "it contains an encoded '..'";
  const isRelative = steps[0] !== '';
  let depth = isRelative ? foldersOf(base) : 0;
  for (const step of steps) {
    if (step === '..') depth -= 1;
    else if (step !== '' && step !== '.') depth += 1;
    if (depth < 0) return 'it is above the root of its host';
  }
  return undefined;
}

/** Number of folders in the path. */
function foldersOf(address: string): number {
  return new URL(address).pathname.split('/').slice(1, -1).filter(Boolean).length;
}

/** Where an upstream's index says that a chart is. */
export interface ChartAddress {
  /** Absolute; of one that is refused as it came. */
  url: string;
  /** Why nobody is sent there, in words that follow a colon and do not repeat it: it may hold a secret. */
  refused?: string;
}

/** An address as the index has it, absolute or relative to the index's own, `base`. */
export function chartAddress(given: string, base: string): ChartAddress {
  if (!URL.canParse(given, base)) return { url: given, refused: 'it is invalid' };
  const url = new URL(given, base);
  const { href, protocol, username, password } = url;
  if (!/^(?:https?|oci):$/.test(protocol)) {
    const scheme = protocol.slice(0, -1).slice(0, 20);
    return { url: given, refused: `its scheme is ${scheme}; expected http, https, or oci` };
  }
  if (username || password) return { url: given, refused: 'it contains a user name or a password' };
  const climbs = climbing(given, base);
  return climbs ? { url: given, refused: climbs } : { url: href };
}

/**
 * Charts may lie in a folder beside that of the index, as clients understand it. What leads out of everything, or would be `..` only for a
 * server that unpacks it, is no honest address.
 */
function climbing(given: string, base: string): string | undefined {
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

/** How many folders the file of the address lies in. */
function foldersOf(address: string): number {
  return new URL(address).pathname.split('/').slice(1, -1).filter(Boolean).length;
}

import { isIP } from 'node:net';
import { networks } from '../addresses.ts';

/**
 * Whether a list of `noProxy` contains the server. A name matches itself and its subdomains,
 * `.name` and `*.name` match only subdomains, and an address or a network matches addresses in
 * URLs. A port limits an entry to that port. `*` matches everything.
 */
export function isExcluded(url: URL, noProxy: readonly string[]): boolean {
  const host = hostOf(url);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy.some((entry) => matches(entry.trim().toLowerCase(), host, port));
}

/** Returns the host of a URL, without the brackets of an IPv6 address and a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, bracketed, plain, wantedPort] =
    /^(?:\[([^\]]+)\]|((?:[^:]*|.*:.*:.*)))(?::(\d+))?$/.exec(entry) ?? [];
  const name = bracketed ?? plain ?? '';
  if (name === '' || (wantedPort !== undefined && wantedPort !== port)) return false;
  if (name.includes('/')) return isIP(host) !== 0 && contains(name, host);
  if (isIP(name)) return isIP(host) !== 0 && contains(name, host);
  if (isIP(host)) return false;
  const suffix = name.replace(/^\*?\./, '');
  return host.endsWith(`.${suffix}`) || (suffix === name && host === name);
}

/** Returns `false` for an invalid entry, because entries of the environment are not validated. */
function contains(network: string, address: string): boolean {
  if (noProxyFault(network)) return false;
  return networks([network]).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Returns why an entry is invalid, or `undefined` if it is valid. */
export function noProxyFault(entry: string): string | undefined {
  const [address = '', prefix] = entry.split('/');
  if (prefix === undefined) {
    const valid = entry === '*' || /^(?:\*\.)?[^*]+$/.test(entry);
    return valid ? undefined : `"${entry}" is invalid. Expected "*", or a name such as *.example.org`;
  }
  const longest = isIP(address) === 6 ? 128 : 32;
  const valid = isIP(address) !== 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest;
  return valid
    ? undefined
    : `"${entry}" is not a network. Expected an address and a prefix, such as 10.0.0.0/8`;
}

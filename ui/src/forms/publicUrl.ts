/** Scheme, user, host, port, and the rest without spaces. */
const URL_PATTERN =
  /^(?:https?|ftp):\/\/(?:[^\s/?#@[\]]+@)?(\[[^\s\]]+\]|[^\s/?#:@[\]]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i;
const LABEL = /^[a-z0-9\u00a1-\uffff](?:[a-z0-9_\u00a1-\uffff-]{0,61}[a-z0-9\u00a1-\uffff])?$/i;
const OCTET = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Whether a text is a public URL: http, https, or ftp with a domain name, an IPv4 address, or an
 * IPv6 address in brackets. Private, local, and multicast addresses are not public. Detects typing
 * errors early; the platform decides whether an address is allowed.
 */
export function isPublicUrl(text: string): boolean {
  const [, host, port] = URL_PATTERN.exec(text) ?? [];
  if (host === undefined || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return false;
  if (host.startsWith('[')) return isPublicIpv6(host);
  return /^[\d.]+$/.test(host) ? isPublicIpv4(host) : isDomainName(host);
}

function isDomainName(host: string): boolean {
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  if (labels.length < 2 || host.length > 253 || !labels.every((label) => LABEL.test(label))) return false;
  return top.length >= 2 && !/^\d+$/.test(top) && top.toLowerCase() !== 'localhost';
}

function isPublicIpv4(host: string): boolean {
  const parts = host.split('.');
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) <= 255)) return false;
  const [first = 0, second = 0] = parts.map(Number);
  if (first === 0 || first === 10 || first === 127 || first >= 224) return false;
  if (first === 100 && second >= 64 && second < 128) return false;
  if (first === 169 && second === 254) return false;
  if (first === 172 && second >= 16 && second < 32) return false;
  return !(first === 192 && second === 168);
}

function isPublicIpv6(host: string): boolean {
  // The browser's parser validates and normalizes addresses.
  if (!URL.canParse(`http://${host}/`)) return false;
  const groups = groupsOf(new URL(`http://${host}/`).hostname.slice(1, -1));
  const [first = 0] = groups;
  const begin = groups.slice(0, 5).every((group) => group === 0);
  // Unspecified, loopback, and IPv4-mapped addresses.
  if (begin && (groups[5] === 0 || groups[5] === 0xffff)) {
    const [high = 0, low = 0] = groups.slice(6);
    return isPublicIpv4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  // Unique local, link-local, site-local, and multicast addresses.
  return (first & 0xfe00) !== 0xfc00 && (first & 0xff80) !== 0xfe80 && (first & 0xff00) !== 0xff00;
}

function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [head, tail] = [read(before), read(after ?? '')];
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

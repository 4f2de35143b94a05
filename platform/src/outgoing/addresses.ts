import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * Always blocked, regardless of settings: cloud metadata services, which return credentials of the
 * machine, and addresses that are no host.
 */
const never = networks([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::/32',
  'ff00::/8',
]);

/** Addresses of this machine. */
export const loopback = networks(['127.0.0.0/8', '::1/128']);

/** Not on the public internet: networks of the organization. */
const privateNetworks = networks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
]);

/**
 * For documentation, benchmarks, and protocols. Closed networks use them like private ones, so they
 * are treated as private.
 */
const reserved = networks([
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3ffe::/16',
  '3fff::/20',
  'fec0::/10',
]);

/** The only IPv6 addresses on the public internet, except for the special ranges in it. */
const globalUnicast = networks(['2000::/3']);

/** IPv6 ranges that contain an IPv4 address: mapped, or translated by NAT64. */
const carriers = networks(['::ffff:0:0/96', '64:ff9b::/96']);

export interface AddressPolicy {
  allowPrivate: boolean;
  allowLoopback: boolean;
  /** Additional networks that the operator allows. */
  allowed: BlockList;
  /** Denies public addresses, because the connection is not encrypted. */
  onlyPrivate?: boolean;
}

/** Returns why the address must not be connected to, or `undefined` if it is allowed. */
export function addressFault(address: string, policy: AddressPolicy): string | undefined {
  const plain = embedded(address);
  const fault = faultOf(plain, policy);
  if (fault || plain === address || carriers.check(bare(address), 'ipv6')) return fault;
  // It contains an IPv4 address in a form that no public network uses.
  return policy.allowed.check(bare(address), 'ipv6') ? undefined : notGlobal;
}

const notGlobal = 'is not a global unicast address';

function faultOf(address: string, policy: AddressPolicy): string | undefined {
  const family = isIP(address);
  if (family === 0) return 'is not an address';
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (never.check(address, kind)) return 'is a link-local, metadata, or reserved address';
  if (policy.allowed.check(address, kind)) return undefined;
  if (loopback.check(address, kind))
    return policy.allowLoopback ? undefined : 'is an address of this machine';
  if (privateNetworks.check(address, kind))
    return policy.allowPrivate ? undefined : 'is on a private network';
  if (reserved.check(address, kind)) return policy.allowPrivate ? undefined : 'is a reserved address';
  return family === 6 && !globalUnicast.check(address, kind) ? notGlobal : undefined;
}

/** Whether the address is on the public internet, and in no network that the operator allows. */
export function isPublic(address: string, { allowed }: AddressPolicy): boolean {
  const plain = bare(embedded(address));
  const kind = isIPv4(plain) ? 'ipv4' : 'ipv6';
  return ![loopback, privateNetworks, reserved, allowed].some((list) => list.check(plain, kind));
}

/** Removes the zone, which `BlockList` doesn't accept. */
function bare(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

/** Returns the IPv4 address in a mapped, translated, or tunneled IPv6 address. */
function embedded(address: string): string {
  if (isIPv4(address) || !isIP(address)) return address;
  const groups = expand(bare(address));
  const ipv4 = (at: number) =>
    [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.');
  const zeros = (to: number) => groups.slice(0, to).every((group) => group === 0);
  const carried = (groups[6] ?? 0) !== 0 || (groups[7] ?? 0) > 1;
  if (zeros(5) && (groups[5] === 0xffff || (groups[5] === 0 && carried))) return ipv4(6);
  if (zeros(4) && groups[4] === 0xffff && groups[5] === 0) return ipv4(6);
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return ipv4(6);
  if (groups[0] === 0x2002) return ipv4(1);
  return address;
}

function expand(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, before = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const hex = (high: string | number, low: string | number) =>
    (Number(high) * 256 + Number(low)).toString(16);
  const text = dotted ? `${before}${hex(a, b)}:${hex(c, d)}` : address;
  const [head = '', tail] = text.split('::', 2);
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const first = parse(head);
  if (tail === undefined) return first;
  const last = parse(tail);
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}

/** Builds a `BlockList` from networks in CIDR form. */
export function networks(given: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of given) {
    const [address = '', prefix] = network.split('/');
    const kind = isIPv4(address) ? 'ipv4' : 'ipv6';
    // An address without a prefix is a single host.
    if (prefix === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(prefix), kind);
  }
  return list;
}

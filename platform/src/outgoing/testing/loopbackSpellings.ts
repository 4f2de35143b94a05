import { networkInterfaces } from 'node:os';

/** Notations of one part of an IPv4 address. */
const bases = [String, (part: number) => `0x${part.toString(16)}`, (part: number) => `0${part.toString(8)}`];
const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const bold = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));
const superscript = (text: string) => text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '');
const percent = (text: string) =>
  text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Returns every notation of the parts, such as `127.0.0.1` and `0x7f.0.0.1`. */
function written(parts: readonly number[]): string[] {
  return parts.reduce<string[]>(
    (heads, part) =>
      heads.flatMap((head) => bases.map((base) => (head === '' ? '' : `${head}.`) + base(part))),
    [''],
  );
}

/** Returns notations with all four parts, and with the last parts as one number. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const all = ((a * 256 + b) * 256 + c) * 256 + d;
  return [[a, b, c, d], [a, b, c * 256 + d], [a, (b * 256 + c) * 256 + d], [all]].flatMap(written);
}

const inIPv6 = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    `[::ffff:${address}]`,
    `[::ffff:${hex}]`,
    `[0:0:0:0:0:ffff:${address}]`,
    `[0000:0000:0000:0000:0000:FFFF:${hex}]`,
    `[::${address}]`,
    `[::${hex}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${hex}::]`,
    `[2002:${hex}::1]`,
    `[2001:0:${hex}::1]`,
  ];
};

/**
 * Returns hosts in URLs that resolve to this machine, as attackers write them: more than 300,
 * without duplicates.
 */
export function loopbackSpellings(): string[] {
  const loopback = spellings('127.0.0.1');
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .flatMap(({ family, address }) => (family === 'IPv4' ? [address] : []));
  const plain = ['127.0.0.1', '127.1', '2130706433', 'localhost'];
  return [
    ...new Set([
      ...loopback,
      ...loopback.map((host) => `${host}.`),
      ...loopback.slice(0, 40).map((host) => host.replaceAll('.', '。')),
      ...['127.0.0.2', '127.255.255.254', '0.0.0.0', '127.8.8.8'].flatMap((address) =>
        spellings(address).slice(-40),
      ),
      ...own.flatMap((address) => [address, ...spellings(address).slice(-13), ...inIPv6(address)]),
      ...['127.0.0.1', '127.0.0.2', '0.0.0.0', '169.254.169.254'].flatMap(inIPv6),
      ...plain.flatMap((host) => [fullWidth(host), bold(host), superscript(host), percent(host)]),
      ...['．', '｡'].map((dot) => '127.0.0.1'.replaceAll('.', dot)),
      ...[
        '[::1]',
        '[0:0:0:0:0:0:0:1]',
        '[0000::0001]',
        '[::]',
        '[::0:1]',
        '[fe80::1]',
        '[::1.0.0.0]',
        '[fc00::1]',
      ],
      ...['0', '0x0', '00', '0.0', '0x7f000001', '017700000001', '0x0000007f.1', '000000177.1'],
      ...[
        'localhost',
        'LOCALHOST',
        'localhost.',
        'LocalHost.',
        'local\u00adhost',
        'loc\u200dalhost',
        'ip6-localhost',
      ],
      ...['somebody@127.0.0.1', 'example.com:80@127.0.0.1', '@127.0.0.1', '127.0.0.1%23', '127.0.0.1%00'],
      ...[
        '169.254.169.254',
        '2852039166',
        '0xa9fea9fe',
        '169.254.43518',
        '[fd00:ec2::254]',
        '100.100.100.200',
      ],
    ]),
  ];
}

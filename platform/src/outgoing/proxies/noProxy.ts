import { isIP } from 'node:net';

/** Why an entry is invalid; undefined when it is valid. */
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

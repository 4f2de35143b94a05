import type { Seal } from '../../secrets/Seal.ts';
import type { ConfiguredProxy } from './Proxy.ts';

type Place = Pick<ConfiguredProxy, 'key' | 'host' | 'port' | 'username'>;

/** Encrypts a password for one proxy: it decrypts for no other host, port, or user name. */
export function sealPassword(password: string, place: Place, seal: Seal): Buffer {
  return seal.close(password, use(place));
}

function use({ key, host, port, username }: Place): string {
  return `proxy:${key}:${host}:${port}:${username}`;
}

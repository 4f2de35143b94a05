import { type Seal, SealBroken } from '../../secrets/Seal.ts';
import { OutgoingError } from '../OutgoingError.ts';
import type { ConfiguredProxy } from './Proxy.ts';

type Place = Pick<ConfiguredProxy, 'key' | 'host' | 'port' | 'username'>;

/**
 * Encrypts a password for one proxy. It cannot be decrypted for another host, port, or user name.
 */
export function sealPassword(password: string, place: Place, seal: Seal): Buffer {
  return seal.close(password, use(place));
}

/** Returns '' without a password. Throws `OutgoingError` if it was encrypted with another key. */
export function passwordOf(proxy: ConfiguredProxy, seal: Seal): string {
  if (!proxy.sealed) return '';
  try {
    return seal.open(proxy.sealed, use(proxy));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new OutgoingError(
      'proxy-settings',
      `The password of proxy ${proxy.key} was encrypted with another key. Enter it again`,
      { cause: error },
    );
  }
}

function use({ key, host, port, username }: Place): string {
  return `proxy:${key}:${host}:${port}:${username}`;
}

import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * Returns a device's code, `steps` of 30 seconds from now, from oathtool if installed, or as
 * defined by RFC 6238.
 */
export function deviceCode(secret: string, steps = 0): string {
  const time = Math.floor(Date.now() / 1000) + steps * 30;
  const tool = spawnSync('oathtool', ['--totp', '--base32', `--now=@${time}`, secret], { encoding: 'utf8' });
  return tool.status === 0 ? tool.stdout.trim() : byHand(secret, time);
}

function byHand(secret: string, time: number): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

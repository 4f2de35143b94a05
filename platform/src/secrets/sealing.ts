import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../settings/settings.ts';
import { keyLength, Seal } from './Seal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    seal: Seal;
  }
}

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly seal: Seal;
  }
}

/**
 * Encrypts with the key of the settings, or else with the one in the data directory, which the
 * first start creates.
 */
export function createSeal(settings: Settings): Seal {
  return new Seal(settings.secretsKey ?? keyOf(join(settings.home, 'secrets.key')));
}

/** The data directory has one owner, so no other process creates a key concurrently. */
function keyOf(path: string): Buffer {
  const known = read(path);
  if (known) return known;
  const key = randomBytes(keyLength);
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, `${key.toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return key;
}

function read(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // Left by a crash during its creation. No secret was encrypted with it.
  if (text === '') return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length === keyLength) return key;
  throw new Error(
    `${path} contains no key. Restore it from the backup, or delete it and enter all secrets again.`,
  );
}

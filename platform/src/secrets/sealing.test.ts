import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { Seal } from './Seal.ts';
import { createSeal } from './sealing.ts';

describe('encryption', () => {
  const seal = new Seal(randomBytes(32));

  it('decrypts for the same use only', () => {
    const sealed = seal.close('a secret, ŝlosita', 'api-key:rosa');
    expect(sealed.toString('latin1')).not.toContain('secret');
    expect(seal.open(sealed, 'api-key:rosa')).toBe('a secret, ŝlosita');
    expect(() => seal.open(sealed, 'api-key:karl')).toThrow('Failed to decrypt');
    expect(seal.close('x', 'y').equals(seal.close('x', 'y'))).toBe(false);
  });

  it('fails with another key, or if a bit was changed or lost', () => {
    const sealed = seal.close('a secret', 'x');
    expect(() => new Seal(randomBytes(32)).open(sealed, 'x')).toThrow('another key');
    for (let at = 0; at < sealed.length; at++) {
      const broken = Buffer.from(sealed);
      broken.writeUInt8(broken.readUInt8(at) ^ 1, at);
      expect(() => seal.open(broken, 'x')).toThrow();
      expect(() => seal.open(sealed.subarray(0, at), 'x')).toThrow();
    }
  });
});

describe('the key of a data directory', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'lading-seal-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const sealOf = (env: Record<string, string> = {}) =>
    createSeal(readSettings({ LADING_HOME: home, ...env }));

  it('is created once, and only its owner can read it', () => {
    const sealed = sealOf().close('a secret', 'x');
    expect(sealOf().open(sealed, 'x')).toBe('a secret');
    expect(statSync(join(home, 'secrets.key')).mode & 0o777).toBe(0o600);
  });

  it('is not replaced if corrupted', () => {
    writeFileSync(join(home, 'secrets.key'), 'half a k');
    expect(() => sealOf()).toThrow('Restore it from the backup');
  });

  it('is overridden by the key in the settings, which several nodes share', () => {
    const env = { LADING_SECRETS_KEY: randomBytes(32).toString('base64') };
    const sealed = sealOf(env).close('a secret', 'x');
    expect(() => sealOf().open(sealed, 'x')).toThrow('another key');
    expect(sealOf(env).open(sealed, 'x')).toBe('a secret');
  });
});

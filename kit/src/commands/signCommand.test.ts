import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list } from 'tar';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pluginFolder } from '../testing/pluginFolder.ts';
import { run } from './run.ts';

let folder: string;
let printed: string[];
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-sign-'));
  file = join(folder, 'author.pem');
  printed = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const contents = {
  'plugin.js': 'System.register([])',
  'chunks/page.js': 'page',
  'lading-plugin.json': '{}',
  'package.json': '{"name":"lading-plugin-tide","version":"1.0.0"}',
};

function build(): void {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(join(folder, 'build/package/chunks'), { recursive: true });
    writeFileSync(join(folder, 'build/package', path), text);
  }
}

const envelope = () => JSON.parse(readFileSync(join(folder, 'build/package/lading-signature.json'), 'utf8'));

describe('lading-kit key', () => {
  it('creates a key that only the user can read, and prints the same public key again', async () => {
    await run(['key', file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const first = printed.slice(0, 3);
    expect(first[1]).toMatch(/^ {2}MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/);
    printed = [];
    await run(['key', file]);
    expect(printed).toEqual(first);
    expect(printed.join()).not.toContain('PRIVATE');
  });

  it('never replaces a file', async () => {
    writeFileSync(file, 'other');
    await expect(run(['key', file])).rejects.toThrow('is not a private key');
    expect(readFileSync(file, 'utf8')).toBe('other');
    await expect(run(['key'])).rejects.toThrow('The file is missing');
  });
});

describe('lading-kit sign', () => {
  it('signs all files of the built package, its name, and its version', async () => {
    build();
    await run(['key', file]);
    await run(['sign', folder, '--key', file]);
    const { payloadType, payload, signatures } = envelope();
    const signed = Buffer.from(payload, 'base64');
    expect(JSON.parse(signed.toString())).toEqual({
      _type: 'https://in-toto.io/Statement/v1',
      subject: ['chunks/page.js', 'lading-plugin.json', 'package.json', 'plugin.js'].map((path) => ({
        name: path,
        digest: {
          sha256: createHash('sha256')
            .update(contents[path as keyof typeof contents])
            .digest('hex'),
        },
      })),
      predicateType: 'urn:lading:plugin-package:v1',
      predicate: { name: 'lading-plugin-tide', version: '1.0.0' },
    });
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${signed.length} `;
    const key = createPublicKey(readFileSync(file, 'utf8'));
    const bytes = Buffer.from(signatures[0].sig, 'base64');
    expect(verify(null, Buffer.concat([Buffer.from(head), signed]), key, bytes)).toBe(true);
    expect(printed.at(-1)).toBe(`lading-plugin-tide 1.0.0 is signed: 4 files, key ${signatures[0].keyid}`);
    // The signature before is not signed.
    const before = envelope();
    await run(['sign', folder, '--key', file]);
    expect(envelope()).toEqual(before);
  });

  it('takes the key from the environment', async () => {
    build();
    await expect(run(['sign', folder])).rejects.toThrow('No key to sign with');
    await run(['key', file]);
    vi.stubEnv('LADING_SIGNING_KEY', readFileSync(file, 'utf8'));
    await run(['sign', folder]);
    expect(envelope().signatures).toHaveLength(1);
  });

  it('rejects another kind of key, and a plugin that is not built', async () => {
    await run(['key', file]);
    await expect(run(['sign', folder, '--key', file])).rejects.toThrow('Run lading-kit build first');
    build();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(run(['sign', folder, '--key', file])).rejects.toThrow('type ec; Ed25519 is expected');
    await expect(run(['sign', folder, '--key', join(folder, 'none')])).rejects.toThrow('Failed to read');
  });
});

it('lading-kit pack signs what it builds', async () => {
  const plugin = pluginFolder();
  try {
    await run(['key', file]);
    await run(['pack', plugin.folder, '--key', file]);
    const packed = async () => {
      const paths: string[] = [];
      const archive = join(plugin.folder, 'build/lading-plugin-tide-1.2.3.tgz');
      await list({ file: archive, onReadEntry: ({ path }) => paths.push(path) });
      return paths;
    };
    expect(await packed()).toContain('package/lading-signature.json');
    await run(['validate', plugin.folder]);
    await run(['pack', plugin.folder]);
    expect(await packed()).not.toContain('package/lading-signature.json');
  } finally {
    plugin.remove();
  }
});

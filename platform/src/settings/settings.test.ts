import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../secrets/selfSigned.ts';
import { readSettings, SettingsError, unknownVariables } from './settings.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

describe('readSettings', () => {
  it('requires no variable', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8082,
      home: resolve('.lading'),
      blobUrl: `file://${resolve('.lading')}/blobs`,
      collection: true,
      archiveIndexing: true,
      userWebhooks: true,
      scanning: true,
      sigstoreRoot: resolve('.lading', 'sigstore-root.json'),
      distribution: true,
      metricsNetworks: [],
      blobRedirects: false,
      trustedProxies: [],
      anonymousAccess: false,
      features: {},
      cloud: false,
      logLevel: 'info',
      logFiles: { maxBytes: 10 * 1024 ** 2, count: 5, days: 30 },
      minFreeSpace: 512 * 1024 ** 2,
      verifyDays: 14,
      verifyReadsHours: 24,
    });
  });

  it('treats an empty variable as absent', () => {
    expect(readSettings({ LADING_PORT: '', LADING_DATABASE_URL: '', LADING_HOME: '' }).port).toBe(8082);
  });

  it.each([
    ['LADING_PORT', '80a', '0 (any free one) to 65535'],
    ['LADING_PORT', '65536', '0 (any free one) to 65535'],
    ['LADING_PORT', '-1', '0 (any free one) to 65535'],
    ['LADING_HOST', 'a b', '127.0.0.1'],
    ['LADING_DATABASE_URL', 'mysql://root:hidden@db/x', 'postgresql://user:password@host:5432/database'],
    ['LADING_DATABASE_URL', 'postgresql://db', 'postgresql://user:password@host:5432/database'],
    ['LADING_BLOB_URL', 'ftp://host/blobs', 'ftp: is not supported'],
    ['LADING_BLOB_URL', 's3://key:secret@bucket', 'Set credentials as AWS_ACCESS_KEY_ID'],
    ['LADING_BLOB_URL', 's3://bucket?endpoint=no', 'the endpoint is not the URL of a server'],
    ['LADING_BLOB_URL', 's3://bucket?profile=a%20b', 'is not a valid profile'],
    ['LADING_BLOB_FORMER_URL', 's3://b', 'is not a valid bucket name'],
    ['LADING_BLOB_URL', '/var/blobs', 'file:///var/lib/lading/blobs'],
    ['LADING_BLOB_URL', 'file://machine/blobs', 'file:///var/lib/lading/blobs'],
    ['LADING_ADMIN_PASSWORD', '', 'at least 12 characters'],
    ['LADING_ADMIN_PASSWORD', 'short', 'at least 12 characters'],
    ['LADING_ADMIN_PASSWORD', 'password1234', 'too common'],
    ['LADING_ANONYMOUS_ACCESS', 'yes', 'true or false'],
    ['LADING_DEV_ORIGIN', 'http://localhost:5173/x', 'without a path'],
    ['LADING_PUBLIC_URL', 'ftp://x.example', 'https://packages.example.org'],
    ['LADING_TRUSTED_PROXIES', '10.0.0.1, proxy', '10.0.0.0/8'],
    ['LADING_TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/8'],
    ['LADING_SECRETS_KEY', 'too short', 'openssl rand -base64 32'],
    ['LADING_LICENSE', 'GOLD', 'ENTERPRISE_PLUS, ENTERPRISE_PLUS_TRIAL or N/A'],
    ['LADING_VERIFY_DAYS', 'never', 'must be a whole number from 0 (off) to 9999'],
    ['LADING_VERIFY_READS', '1.5', 'must be a whole number from 0 (off) to 9999'],
    ['LADING_MIN_FREE_SPACE', '-1', 'must be a number of GiB, such as 2 or 0.5, or 0'],
    ['LADING_MIN_FREE_SPACE', '500MB', 'must be a number of GiB'],
    ['LADING_SCANNING', 'on', 'true or false'],
    ['LADING_ADVISORIES', '/nowhere/at/all', 'must be a readable directory'],
    ['LADING_FEATURES', 'COMMON.TESTED=maybe', 'with =true or =false'],
    ['LADING_LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace, silent'],
    ['LADING_LOG_FILE_SIZE', '0', 'from 1 to 9999'],
    ['LADING_LOG_FILES', 'many', 'from 0 (off) to 9999'],
  ])('rejects %s=%s with the expected value', (name, value, right) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} `));
    expect(faults[0]).toContain(right);
    expect(faults[0]).not.toContain('hidden');
  });

  it('reports all errors together', () => {
    expect(faultsOf({ LADING_PORT: 'x', LADING_LOG_LEVEL: 'y' })).toHaveLength(2);
  });

  it('accepts only the origin of a URL', () => {
    expect(readSettings({ LADING_DEV_ORIGIN: 'http://localhost:5173/' }).devOrigin).toBe(
      'http://localhost:5173',
    );
  });
});

describe('TLS settings', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lading-tls-'));
    for (const name of ['one', 'two']) {
      const { cert, key } = selfSigned();
      writeFileSync(join(folder, `${name}.crt`), cert);
      writeFileSync(join(folder, `${name}.key`), key);
    }
    writeFileSync(join(folder, 'text'), 'not a certificate');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const tls = (cert: string, key: string) => ({
    LADING_TLS_CERT: join(folder, cert),
    LADING_TLS_KEY: join(folder, key),
  });

  it('reads both files', () => {
    expect(readSettings(tls('one.crt', 'one.key')).tls?.cert).toContain('BEGIN CERTIFICATE');
  });

  it('rejects one without the other', () => {
    expect(faultsOf({ LADING_TLS_CERT: join(folder, 'one.crt') })).toEqual([
      'LADING_TLS_CERT and LADING_TLS_KEY belong together. Set both, or neither for plain HTTP.',
    ]);
  });

  it('rejects a missing file, an invalid certificate, and a key of another certificate', () => {
    expect(faultsOf(tls('none.crt', 'one.key'))[0]).toMatch(/^LADING_TLS_CERT points to .*none\.crt.*ENOENT/);
    expect(faultsOf(tls('text', 'one.key'))[0]).toMatch(
      /^LADING_TLS_CERT must be a file with a PEM certificate/,
    );
    expect(faultsOf(tls('one.crt', 'text'))[0]).toMatch(
      /^LADING_TLS_KEY must be a file with a PEM private key/,
    );
    expect(faultsOf(tls('one.crt', 'two.key'))[0]).toMatch(
      /^LADING_TLS_KEY is not the key of the certificate/,
    );
  });
});

describe('unknownVariables', () => {
  it('reports the unknown variable and the available settings', () => {
    const [line, ...more] = unknownVariables({ LADING_PROT: '1', LADING_PORT: '2', OTHER: '3' });
    expect(more).toEqual([]);
    expect(line).toMatch(/^Unknown setting LADING_PROT has no effect. .*LADING_PORT/);
  });
});

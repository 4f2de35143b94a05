import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { readSettings } from '../../settings/settings.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { textCleaner } from './cleanText.ts';
import { describeSettings } from './parts/settingsShown.ts';
import { BundleClient } from './testing/BundleClient.ts';

/** Creates a secret with a name, so that a failure shows which one was found. */
const secrets = new Map<string, string>();
function canary(name: string): string {
  const secret = `canary-${randomBytes(12).toString('hex')}`;
  secrets.set(name, secret);
  return secret;
}

const secretsKey = randomBytes(32);
let platform: TestPlatform;
let client: BundleClient;

beforeAll(async () => {
  const ofJob = canary('job');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `x-tenant=a,authorization=Bearer%20${canary('collector')}`);
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_HEADERS', `api-key=${canary('collector of traces')}`);
  platform = await testPlatform({
    env: { LADING_SECRETS_KEY: secretsKey.toString('base64') },
    extend: (app) => {
      app.get('/ui/api/v1/test/broken', { config: { open: true } }, async () => {
        throw new Error(
          `Upstream https://robot:${canary('error: URL')}@example.org?token=${canary('error: query')}&X-Amz-Signature=${canary('error: signature')}`,
        );
      });
      app.jobs.define({
        name: 'broken',
        description: 'Fails',
        cluster: 'one',
        first: 0,
        run: async () => {
          throw new Error(`Authorization: Bearer ${ofJob}`);
        },
      });
    },
  });
  client = new BundleClient(platform);
  secrets.set('LADING_ADMIN_PASSWORD', platform.adminPassword);
  secrets.set('LADING_SECRETS_KEY', secretsKey.toString('base64'));
  await enterSecrets();
  await writeLogs();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await platform.close();
});

async function send(method: 'PUT' | 'POST', url: string, payload: object) {
  const headers = { authorization: platform.adminAuth };
  const answer = await platform.app.inject({ method, url, headers, payload });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`);
  return answer;
}

/** Enters every secret that administrators or users can enter. */
async function enterSecrets(): Promise<void> {
  const v1 = '/access/api/v1';
  await platform.createRepository('npm-secret', {
    ...{ rclass: 'remote', packageType: 'npm', username: 'robot', password: canary('repository: password') },
    url: `https://npm.example.org/feed/?sig=${canary('repository: query')}`,
  });
  await platform.createRepository('npm-token', {
    ...{ rclass: 'remote', packageType: 'npm', url: 'https://npm.example.org/' },
    token: canary('repository: token'),
  });
  await send('PUT', `${v1}/mail`, {
    ...{ enabled: true, host: 'mail.example.org', port: 587, security: 'starttls', username: 'lading' },
    ...{ password: canary('mail'), from: 'a@example.org', subjectPrefix: '' },
  });
  await send('PUT', `${v1}/ldap`, {
    ...{ enabled: true, url: 'ldaps://ldap.example.org', startTls: false, managerDn: 'cn=m' },
    ...{ managerPassword: canary('ldap'), searchBase: 'dc=example', searchFilter: '(uid={0})' },
    ...{ emailAttribute: 'mail', groupBase: '', groupFilter: '', groupNameAttribute: '' },
    ...{ createUsers: false, allowPrivate: false },
  });
  await send('PUT', `${v1}/sso/crowd`, {
    ...{ enabled: true, url: 'https://crowd.example.org', application: 'lading', password: canary('crowd') },
    ...{ createUsers: false, allowPrivate: false },
  });
  await send('POST', `${v1}/oauth/providers`, {
    ...{ name: 'provider', displayName: '', enabled: true, type: 'openid', issuer: 'https://id.example.org' },
    ...{ clientId: 'lading', clientSecret: canary('openid'), scope: 'openid', userNameClaim: 'sub' },
    ...{ groupsClaim: '', createUsers: false, linkExisting: false, allowPrivate: false },
  });
  await send('POST', '/ui/api/v1/ui/proxies/crud', {
    ...{ key: 'squid', host: '192.0.2.1', port: 3128, username: 'robot', password: canary('proxy') },
  });
  await send('POST', '/access/api/v2/users', {
    ...{ username: 'ada', email: 'ada@example.org', password: canary('user') },
  });
  secrets.set('access token', await platform.createToken('for a test'));
  const browser = await signIn(platform.app, 'admin', platform.adminPassword);
  secrets.set('session', browser.cookie.split('=')[1] ?? '');
  const headers = { 'x-jfrog-reauthentication': platform.adminAuth };
  const key = await browser.inject({ method: 'POST', url: '/ui/api/v1/ui/userApiKey', headers });
  secrets.set('API key', key.json<{ apiKey: string }>().apiKey);
  await platform.app.inject('/ui/api/v1/test/broken');
}

/** Writes log lines with secrets, as a buggy component might. */
async function writeLogs(): Promise<void> {
  const lines = [
    `GET /artifactory/api/npm/npm/ Authorization: Bearer ${secrets.get('access token')}`,
    `cookie: __Host-lading=${secrets.get('session')}`,
    `https://robot:${canary('log: URL')}@example.org/?password=${canary('log: query')}&x=1`,
    `https://a.example.org/c?sv=1&sig=${canary('log: signature')} was rejected`,
    `https://b.example.org/k?X-Amz-Credential=${canary('log: credential')}&X-Amz-Signature=${canary('log: S3 signature')}`,
    `the collector rejected the header ${secrets.get('collector')}, ${secrets.get('collector of traces')}`,
    `the administrator's password is ${platform.adminPassword}`,
    `the key is ${secretsKey.toString('base64')} or ${secretsKey.toString('hex')}`,
  ].map((msg) => JSON.stringify({ level: 'info', time: '2026-01-31T12:00:00.000Z', msg }));
  const folder = join(platform.settings.home, 'log');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'canaries.log'), `${lines.join('\n')}\n`);
}

/**
 * Returns encrypted secrets and hashes in the database. Hashes of short secrets could be guessed.
 */
async function storedSecrets(): Promise<[string, Buffer | string][]> {
  const { rows: columns } = await db().execute<{ table: string; column: string }>(sql`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND (data_type = 'bytea' OR column_name = 'password_hash')`);
  const found: [string, Buffer | string][] = [];
  for (const { table, column } of columns) {
    const { rows } = await db().execute<{ value: Buffer | string | null }>(
      sql.raw(`SELECT "${column}" AS value FROM "${table}" WHERE "${column}" IS NOT NULL LIMIT 100`),
    );
    for (const { value } of rows) if (value?.length) found.push([`${table}.${column}`, value]);
  }
  return found;
}

function formsOf(secret: Buffer | string): string[] {
  const bytes = Buffer.from(secret);
  const text = typeof secret === 'string' ? [secret, encodeURIComponent(secret)] : [];
  return [...text, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
}

it('contains no secrets of the settings, the database, the errors, or the logs', async () => {
  const bundle = await client.generate({
    name: 'Canaries',
    parameters: { thread_dump: { count: 1, interval: 0 } },
  });
  const files = await client.download(bundle.id);
  const all = [...files].map(([path, content]) => `${path}\n${content}`).join('\n');
  // The lines with the canaries are included, without the secrets.
  expect(files.get('logs/canaries.log')?.split('\n')).toHaveLength(9);
  expect(JSON.parse(files.get('errors.json') ?? '').errors).toMatchObject([
    { route: '/ui/api/v1/test/broken' },
  ]);
  expect(JSON.parse(files.get('plugins.json') ?? '').entries.length).toBeGreaterThan(5);
  expect(all).toContain('npm-secret');
  expect(all).toContain('ldaps://ldap.example.org');
  const stored = await withStorage(platform.storage, storedSecrets);
  expect(new Set(stored.map(([name]) => name)).size).toBeGreaterThan(6);
  const nodeKey = await readFile(join(platform.settings.home, 'secrets.key'), 'utf8').catch(() => '');
  const wanted: [string, Buffer | string][] = [...secrets, ...stored];
  if (nodeKey) wanted.push(['secrets.key', nodeKey.trim()]);
  expect([...secrets.keys()]).toEqual(
    expect.arrayContaining([
      'LADING_ADMIN_PASSWORD',
      'API key',
      'session',
      'job',
      'error: URL',
      'proxy',
      'openid',
    ]),
  );
  const found = wanted
    .filter(([, secret]) => formsOf(secret).some((form) => form.length > 5 && all.includes(form)))
    .map(([name]) => name);
  expect([...new Set(found)]).toEqual([]);
});

it('shows settings with secrets as set, and removes their values from every text', async () => {
  const { key, cert } = selfSigned();
  const folder = platform.settings.home;
  await writeFile(join(folder, 'tls.key'), key);
  await writeFile(join(folder, 'tls.crt'), cert);
  const settings = readSettings({
    LADING_HOME: folder,
    LADING_TLS_KEY: join(folder, 'tls.key'),
    LADING_TLS_CERT: join(folder, 'tls.crt'),
    LADING_DATABASE_URL:
      'postgresql://lading:p%40ss-of-canaries@db.example.org:5432/lading?sslmode=verify-full&sslpassword=hidden%2Dtoo',
    LADING_ADMIN_PASSWORD: 'correct-horse-battery-9',
    LADING_SECRETS_KEY: secretsKey.toString('base64'),
    LADING_NPM_UPSTREAM: 'https://npm.example.org/?_authToken=canary-of-npm',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://robot:canary-of-traces@traces.example.org/v1?key=traces-key',
    HTTPS_PROXY: 'http://robot:proxy-p%40ss@proxy.example.org:3128',
  });
  const shown = describeSettings(settings);
  expect(shown).toMatchObject({
    adminPassword: 'set',
    secretsKey: 'set',
    tls: { key: 'set', validTo: expect.any(String) },
    databaseUrl: {
      host: 'db.example.org',
      port: '5432',
      database: 'lading',
      options: ['sslmode', 'sslpassword'],
    },
    npmUpstream: 'https://npm.example.org/?…',
  });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const clean = textCleaner(settings, {
    ...{ AWS_SECRET_ACCESS_KEY: 'canary/of+aws', AWS_SESSION_TOKEN: 'canary-of-session' },
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20cm9ib3Q6eA%3D%3D',
  });
  const secrets = [
    ...['p%40ss-of-canaries', 'p@ss-of-canaries', 'hidden-too', 'hidden%2Dtoo', base64('hidden-too')],
    ...['canary-of-npm', 'correct-horse-battery-9', base64('correct-horse-battery-9')],
    ...['canary/of+aws', 'canary%2Fof%2Baws', 'canary-of-session', 'proxy-p@ss', 'proxy-p%40ss'],
    ...['canary-of-traces', 'traces-key', 'cm9ib3Q6eA%3D%3D', 'cm9ib3Q6eA=='],
    ...[key, key.split('\n')[1] ?? '?'],
  ];
  const rest = JSON.stringify(shown) + clean(`${settings.databaseUrl}\n${secrets.join('\n')}`);
  expect(secrets.filter((secret) => rest.includes(secret))).toEqual([]);
  // Values of other parameters are no secrets.
  expect(clean('verify-full')).toBe('verify-full');
});

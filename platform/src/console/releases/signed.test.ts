import type { PluginPlan, PluginPolicy, PluginsOverview } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readAudit } from '../../access/audit/readAudit.ts';
import { db, withStorage } from '../../database/db.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { repositorySource } from '../plugins/RepositorySource.ts';
import { pluginFiles } from '../testing/checkout.ts';
import { authorKey, signed, type TestKey } from '../testing/signed.ts';

const CALL = '/ui/api/v1/lading/plugins';
const TIDE = '@acme/lading-plugin-tide';
const acme = authorKey();
const other = authorKey();
const trusted = { name: 'Acme', publicKey: acme.publicKey, packages: ['@acme'] };

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  expect(await publish('1.0.0', acme)).toBe(201);
  expect(await publish('1.1.0', other, 'x'.repeat(3000))).toBe(201);
  expect(await publish('1.2.0')).toBe(201);
});
afterAll(() => platform.close());
afterEach(async () => {
  await setPolicy({ signed: false, authorKeys: [], maxGrowthPercent: 20 });
  await call('POST', `${CALL}/rollback`, {});
});

type Method = 'GET' | 'PUT' | 'POST';
const call = (method: Method, url: string, payload?: object) => {
  const headers = { authorization: platform.adminAuth };
  return platform.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
};

async function publish(version: string, key?: TestKey, more = '', changed: Record<string, string> = {}) {
  const of = { name: TIDE, version };
  const entry = `System.register(["@lading/ui"],()=>({/* ${version} ${more} */}))`;
  const files = pluginFiles({ name: 'tide', version, packageName: TIDE, entry });
  const sample = { ...of, files: { ...(key ? signed(of, files, key) : files), ...changed } };
  const body = publishBody(sample, await sampleTarball(sample));
  const url = `/artifactory/api/npm/plugins-local/${TIDE.replace('/', '%2f')}`;
  const answer = await call('PUT', url, body);
  return answer.statusCode === 201 ? 201 : answer.body;
}

async function setPolicy(policy: Partial<PluginPolicy>): Promise<void> {
  const all = { packages: [], publishers: [], kinds: [], ...policy };
  const { statusCode, body } = await call('PUT', `${CALL}/policy`, all);
  expect([statusCode, body]).toEqual([200, expect.anything()]);
}

const pin = [{ action: 'pin', specifier: TIDE }];
const install = (version: string) => [{ action: 'install', specifier: TIDE, version }];
const plan = async (version: string) =>
  (await call('POST', `${CALL}/plan`, { changes: install(version) })).json<PluginPlan>();
const conflicts = async (version: string) => (await plan(version)).conflicts.map(({ message }) => message);
const activate = (version: string) =>
  call('POST', `${CALL}/releases`, { changes: install(version), activate: true });
const signatureOf = async () =>
  (await call('GET', CALL)).json<PluginsOverview>().plugins.find(({ specifier }) => specifier === TIDE)?.facts
    ?.signature;

it('a plugin needs the signature of a trusted author, if an administrator requires it', async () => {
  expect(await conflicts('1.2.0')).toEqual([]);
  await setPolicy({ signed: true, authorKeys: [trusted] });
  expect(await conflicts('1.0.0')).toEqual([]);
  expect(await conflicts('1.1.0')).toEqual([
    `${TIDE} 1.1.0 needs the signature of a trusted author. The key that signed it, ${other.id.slice(0, 16)}…, is not among the author keys`,
  ]);
  expect(await conflicts('1.2.0')).toEqual([
    `${TIDE} 1.2.0 needs the signature of a trusted author, and has none`,
  ]);
  const refused = await activate('1.2.0');
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([409, 'PLUGIN_CONFLICT']);
  expect((await activate('1.0.0')).statusCode).toBe(201);
  await setPolicy({ authorKeys: [{ ...trusted, packages: ['@other'] }] });
  expect(await conflicts('1.0.0')).toEqual([
    `${TIDE} 1.0.0 needs the signature of a trusted author. The key of Acme, who signed it, is not trusted for ${TIDE}`,
  ]);
});

it('the list of plugins shows the author, or why the signature is not trusted', async () => {
  await activate('1.0.0');
  expect(await signatureOf()).toMatchObject({
    keyId: acme.id,
    problem: expect.stringContaining('not among'),
  });
  await setPolicy({ authorKeys: [trusted] });
  expect(await signatureOf()).toEqual({ keyId: acme.id, author: 'Acme' });
});

it('a dry run shows the sizes, and warns of an upgrade by another author and of growth', async () => {
  await setPolicy({ authorKeys: [trusted] });
  const first = await plan('1.0.0');
  expect(first.differences[0]).toMatchObject({
    ...{ bytes: { after: expect.any(Number) }, signature: { keyId: acme.id, author: 'Acme' } },
  });
  expect(first.warnings).toEqual([]);
  await activate('1.0.0');
  const { differences, conflicts: none, warnings } = await plan('1.1.0');
  expect(none).toEqual([]);
  const { before = 0, after = 0 } = differences[0]?.bytes ?? {};
  expect(after - before).toBe(3000);
  expect(warnings).toEqual([
    expect.stringMatching(
      /1\.1\.0 has 4 KiB \(\d+ % more\), and 1\.0\.0 has 1 KiB\. The accepted growth is 20 %$/,
    ),
    `${TIDE} 1.1.0 is not signed by Acme, who signed 1.0.0`,
  ]);
  await setPolicy({ authorKeys: [], maxGrowthPercent: 9999 });
  expect((await plan('1.1.0')).warnings).toEqual([]);
});

it('a dry run warns of another author also after the plugin was removed', async () => {
  await setPolicy({ authorKeys: [trusted] });
  await activate('1.0.0');
  const lost = `${TIDE} 1.2.0 is not signed by Acme, who signed 1.0.0`;
  expect((await plan('1.2.0')).warnings).toEqual([lost]);
  const remove = [{ action: 'remove', specifier: TIDE }];
  const removed = await call('POST', `${CALL}/releases`, { changes: remove, activate: true });
  expect(removed.statusCode).toBe(201);
  expect((await plan('1.2.0')).warnings).toEqual([lost]);
  expect((await plan('1.0.0')).warnings).toEqual([]);
  // Sets from before the specifiers of their entries were stored.
  const inDatabase = (query: ReturnType<typeof sql>) =>
    withStorage(platform.storage, () => db().execute(query));
  await inDatabase(sql`UPDATE plugin_releases SET specifiers = NULL`);
  expect((await plan('1.2.0')).warnings).toEqual([lost]);
  const { number } = removed.json().release;
  await inDatabase(
    sql`UPDATE plugin_releases SET specifiers = ARRAY[${TIDE}], key_id = 'lost' WHERE number < ${number}`,
  );
  expect((await plan('1.2.0')).warnings).toEqual([
    expect.stringMatching(/^The author of .* was not compared\. Release set \d+ cannot be used/),
  ]);
});

it('drafts and disabled versions do not count as the version before a removal', async () => {
  await setPolicy({ authorKeys: [trusted] });
  await activate('1.0.0');
  const remove = [{ action: 'remove', specifier: TIDE }];
  const release = async (changes: object[], active = true) => {
    const { statusCode } = await call('POST', `${CALL}/releases`, { changes, activate: active });
    expect(statusCode).toBe(201);
  };
  await release(remove);
  const lost = `${TIDE} 1.2.0 is not signed by Acme, who signed 1.0.0`;
  await release(install('1.2.0'), false);
  expect((await plan('1.2.0')).warnings).toEqual([lost]);
  await release([...install('1.2.0'), { action: 'disable', specifier: TIDE }]);
  await release(remove);
  expect((await plan('1.2.0')).warnings).toEqual([lost]);
  await release(install('1.2.0'));
  await release(remove);
  expect((await plan('1.2.0')).warnings).toEqual([]);
  // The rollback after the test returns to the set without the plugin.
  await activate('1.0.0');
});

it('a dry run says so if the version in use cannot be read', async () => {
  await setPolicy({ authorKeys: [trusted] });
  await activate('1.0.0');
  const { read } = repositorySource;
  vi.spyOn(repositorySource, 'read').mockImplementation((name, version) =>
    version === '1.0.0' ? Promise.reject(new Error('the blob store is down')) : read(name, version),
  );
  // Without the copy in memory.
  const { stampOf } = repositorySource;
  vi.spyOn(repositorySource, 'stampOf').mockImplementation(
    async (name, version) => (await stampOf(name, version)) && `${version}: another`,
  );
  const { warnings, differences } = await plan('1.2.0');
  vi.restoreAllMocks();
  expect(differences[0]?.bytes).toEqual({ after: expect.any(Number) });
  expect(warnings).toContain(`Failed to read ${TIDE} 1.0.0: its author and size were not compared`);
});

it('a package with the same files and another manifest is not loaded', async () => {
  await activate('1.2.0');
  const { read, stampOf } = repositorySource;
  const isChanged = (name: string, version: string) => name === TIDE && version === '1.2.0';
  vi.spyOn(repositorySource, 'stampOf').mockImplementation(async (name, version) =>
    isChanged(name, version) ? '0'.repeat(64) : stampOf(name, version),
  );
  vi.spyOn(repositorySource, 'read').mockImplementation(async (name, version) => {
    const files = await read(name, version);
    const manifest = files?.get('lading-plugin.json');
    if (!files || !manifest || !isChanged(name, version)) return files;
    const calls = [{ methods: ['GET'], path: '/artifactory/api/system/ping' }];
    return files.set(
      'lading-plugin.json',
      Buffer.from(JSON.stringify({ ...JSON.parse(`${manifest}`), calls })),
    );
  });
  // Pages are made again.
  await setPolicy({});
  const { plugins } = (await call('GET', CALL)).json<PluginsOverview>();
  const again = await call('POST', `${CALL}/releases`, { changes: pin, activate: true });
  vi.restoreAllMocks();
  const problem = `The package of ${TIDE} 1.2.0 is not the one of the release set`;
  expect(plugins.find(({ specifier }) => specifier === TIDE)?.problem).toContain(problem);
  expect([again.statusCode, again.body]).toEqual([409, expect.stringContaining(problem)]);
});

it('an earlier version of a plugin of the console needs no signature', async () => {
  const [specifier, version] = ['@lading/plugin-logs', '0.0.1'];
  const sample = {
    name: specifier,
    version,
    files: pluginFiles({ ...{ name: 'logs', version }, packageName: specifier }),
  };
  const published = await call(
    'PUT',
    '/artifactory/api/npm/plugins-local/@lading%2fplugin-logs',
    publishBody(sample, await sampleTarball(sample)),
  );
  expect([published.statusCode, published.body]).toEqual([201, expect.anything()]);
  await setPolicy({ signed: true, authorKeys: [trusted] });
  const problems = async () => {
    const changes = [{ action: 'install', specifier, version }];
    const { conflicts: found } = (await call('POST', `${CALL}/plan`, { changes })).json<PluginPlan>();
    return found.filter(({ code }) => code === 'signature').map(({ message }) => message);
  };
  expect(await problems()).toEqual([
    `${specifier} ${version} needs the signature of a trusted author, and has none`,
  ]);
  // As the server publishes it at startup.
  await withStorage(platform.storage, () =>
    db().execute(
      sql`UPDATE npm_versions SET published_by = 'lading' WHERE name = ${specifier} AND version = ${version}`,
    ),
  );
  expect(await problems()).toEqual([]);
});

it('a package whose files are not those that were signed cannot be published', async () => {
  expect(await publish('2.0.0', acme, '', { 'README.md': 'changed' })).toContain(
    `README.md of ${TIDE} 2.0.0 was changed after its author signed it`,
  );
  expect(await publish('2.0.0', acme, '', { 'chunks/more.js': 'added' })).toContain(
    'contains chunks/more.js, which its author did not sign',
  );
});

it('a signature in the name of a trusted author is rejected, also if none is required', async () => {
  expect(await publish('3.0.0', { ...other, id: acme.id })).toBe(201);
  await setPolicy({ authorKeys: [trusted] });
  expect(await conflicts('3.0.0')).toEqual([
    `${TIDE} 3.0.0 cannot be trusted. Its signature is not valid: the key of Acme did not sign it`,
  ]);
});

it('keys have the time when they were added, which clients cannot change', async () => {
  const keys = async () => (await call('GET', `${CALL}/policy`)).json<PluginPolicy>().authorKeys ?? [];
  await setPolicy({ authorKeys: [{ ...trusted, added: '1999-01-01T00:00:00.000Z' }] });
  const [first] = await keys();
  expect(Date.now() - Date.parse(first?.added ?? '')).toBeLessThan(60_000);
  const renamed = { ...trusted, name: 'Acme Corp', packages: [] };
  await setPolicy({ authorKeys: [renamed, { ...trusted, publicKey: other.publicKey }] });
  const [same, second] = await keys();
  expect(same).toEqual({ ...renamed, added: first?.added });
  expect(Date.parse(second?.added ?? '')).toBeGreaterThan(Date.parse(first?.added ?? ''));
});

it('changes of the keys are recorded, and keys of other kinds rejected', async () => {
  await setPolicy({ authorKeys: [trusted] });
  const { events } = await withStorage(platform.storage, () =>
    readAudit({ event: 'plugin-policy-changed', limit: 1 }),
  );
  expect(events[0]).toMatchObject({
    user: 'admin',
    changes: [{ field: 'authorKeys', after: `["Acme: ${acme.publicKey} @acme"]` }],
  });
  const wrong = { packages: [], publishers: [], kinds: [] };
  for (const publicKey of ['', acme.publicKey.slice(1), acme.publicKey.replace('MCow', 'MIIB')]) {
    const keys = { ...wrong, authorKeys: [{ ...trusted, publicKey }] };
    const refused = await call('PUT', `${CALL}/policy`, keys);
    expect([refused.statusCode, refused.body]).toEqual([
      400,
      expect.stringContaining('an Ed25519 public key in base64'),
    ]);
  }
  // Also one more package of a key with many.
  const many = Array.from({ length: 25 }, (_, index) => `@acme/lading-plugin-${index}`);
  await setPolicy({ authorKeys: [{ ...trusted, packages: many }] });
  await setPolicy({ authorKeys: [{ ...trusted, packages: [...many, '@lading'] }] });
  const extended = await withStorage(platform.storage, () =>
    readAudit({ event: 'plugin-policy-changed', limit: 1 }),
  );
  expect(extended.events[0]?.changes).toEqual([
    { field: 'authorKeys', after: `Acme: ${acme.publicKey} @lading` },
  ]);
  await setPolicy({ authorKeys: [trusted] });
  // A client that does not know the keys does not delete them.
  await call('PUT', `${CALL}/policy`, wrong);
  expect((await call('GET', `${CALL}/policy`)).json()).toMatchObject({ authorKeys: [trusted] });
});

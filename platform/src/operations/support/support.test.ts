import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { NodeTokens, nodeHeader } from '../nodes/NodeTokens.ts';
import type { NodeFiles } from './nodes/nodeRoutes.ts';
import { BundleClient, bundleUrl } from './testing/BundleClient.ts';
import { unzip } from './testing/unzip.ts';

let platform: TestPlatform;
let client: BundleClient;
beforeAll(async () => {
  platform = await testPlatform();
  client = new BundleClient(platform);
});
afterAll(() => platform.close());

const json = (files: Map<string, string>, path: string) => JSON.parse(files.get(path) ?? 'null');

describe('a support bundle', () => {
  it('is requested, created in the background, listed, downloaded, and deleted [supp-01]', async () => {
    const payload = {
      name: 'Slow uploads',
      description: 'Since Monday',
      parameters: { configuration: true },
    };
    const bundle = await client.generate(payload);
    expect(bundle).toMatchObject({
      name: 'Slow uploads',
      description: 'Since Monday',
      status: 'success',
      service: 'artifactory',
      created_by: 'admin',
      create_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      size: expect.any(Number),
    });
    expect(bundle.done).toBe(bundle.total);
    const list = await client.list();
    expect([list.count, list.bundles[0]?.id]).toEqual([1, bundle.id]);

    const answer = await client.call('GET', `${bundleUrl}/downloadBundle/${bundle.id}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="support-bundle-artifactory-[\d-]+\.zip"/,
      ),
      'content-length': String(bundle.size),
    });
    const files = await unzip(answer.rawPayload);
    const manifest = json(files, 'manifest.json');
    expect(manifest.files.map(({ path }: { path: string }) => path).sort()).toEqual(
      [...files.keys()].filter((path) => path !== 'manifest.json').sort(),
    );
    expect(manifest.files.filter(({ error }: { error?: string }) => error)).toEqual([]);
    expect(manifest.bundle).toMatchObject({ id: bundle.id, name: 'Slow uploads', createdBy: 'admin' });
    expect(json(files, 'system/versions.json')).toMatchObject({
      lading: expect.any(String),
      node: process.versions.node,
    });
    expect(json(files, 'database/server.json')).toMatchObject({
      bytes: expect.any(Number),
      pool: { most: expect.any(Number) },
    });
    expect(json(files, 'configuration/repositories.json').repositories.length).toBeGreaterThan(5);
    expect(json(files, 'jobs.json').jobs.length).toBeGreaterThan(10);

    const gone = await client.call('DELETE', `${bundleUrl}/deleteBundle/${bundle.id}`);
    expect(gone.statusCode).toBe(204);
    expect((await client.list()).count).toBe(0);
    for (const method of ['GET', 'DELETE'] as const) {
      const path = method === 'GET' ? 'downloadBundle' : 'deleteBundle';
      const again = await client.call(method, `${bundleUrl}/${path}/${bundle.id}`);
      expect([again.statusCode, again.json().errors[0].code]).toEqual([404, 'BUNDLE_NOT_FOUND']);
    }
    for (const event of ['requested', 'downloaded', 'deleted']) {
      const { events } = (
        await client.call('GET', `/access/api/v1/audit?event=support-bundle-${event}`)
      ).json();
      expect(events).toMatchObject([{ user: 'admin', detail: expect.stringContaining('Slow uploads') }]);
    }
  });

  it('contains only the requested parts', async () => {
    const parameters = { configuration: false, system: false, logs: { include: false } };
    const files = await client.download((await client.generate({ name: 'Nothing', parameters })).id);
    expect([...files.keys()]).toEqual(['manifest.json']);
  });

  it('contains CPU profiles and heap statistics by count and interval [supp-03]', async () => {
    const parameters = { system: false, configuration: false, thread_dump: { count: 2, interval: 300 } };
    const files = await client.download((await client.generate({ name: 'Profiles', parameters })).id);
    expect([...files.keys()].filter((path) => path.startsWith('profiles/'))).toEqual([
      'profiles/cpu-1.cpuprofile',
      'profiles/heap-1.json',
      'profiles/cpu-2.cpuprofile',
      'profiles/heap-2.json',
    ]);
    const [one, two] = [1, 2].map((at) => json(files, `profiles/cpu-${at}.cpuprofile`));
    expect(one.nodes.length).toBeGreaterThan(0);
    // In microseconds.
    expect(two.startTime - one.endTime).toBeGreaterThanOrEqual(290_000);
    expect(json(files, 'profiles/heap-2.json').heap.used_heap_size).toBeGreaterThan(0);
    for (const thread_dump of [
      { count: '2', interval: 0 },
      { count: 1.5, interval: 0 },
      { count: 1, interval: -1 },
    ]) {
      const answer = await client.call('POST', `${bundleUrl}/generateBundle`, {
        name: 'x',
        parameters: { thread_dump },
      });
      expect(answer.statusCode).toBe(400);
    }
  });

  it('contains the log lines of the period, and reports if there are none', async () => {
    const only = { system: false, configuration: false };
    const folder = join(platform.settings.home, 'log');
    await rm(folder, { recursive: true, force: true });
    const none = await client.download((await client.generate({ name: 'No logs', parameters: only })).id);
    expect(json(none, 'manifest.json').leftOut).toEqual([
      { what: 'logs', reason: expect.stringContaining('no log files') },
    ]);
    await mkdir(folder, { recursive: true });
    const line = (time: string, msg: string) => JSON.stringify({ level: 'info', time, msg });
    await writeFile(
      join(folder, 'request.log'),
      [
        line('2026-01-30T23:59:59.999Z', 'before'),
        line('2026-01-31T00:00:00.000Z', 'first'),
        '  at a continuation',
        line('2026-02-01T23:59:59.999Z', 'last, with password=hunter22'),
        line('2026-02-02T00:00:00.000Z', 'after'),
        '',
      ].join('\n'),
    );
    const logs = { include: true, start_date: '2026-01-31', end_date: '2026-02-01' };
    const files = await client.download(
      (await client.generate({ name: 'Logs', parameters: { ...only, logs } })).id,
    );
    const text = files.get('logs/request.log');
    expect(text?.trim().split('\n')).toEqual([
      line('2026-01-31T00:00:00.000Z', 'first'),
      '  at a continuation',
      line('2026-02-01T23:59:59.999Z', 'last, with password=…'),
    ]);
  });

  it.each([
    [{ start_date: '2026-02-30' }, 'logs.start_date is not a date'],
    [{ start_date: '2026-02-02', end_date: '2026-02-01' }, 'is after logs.end_date'],
  ])('is rejected with other dates: %j', async (dates, message) => {
    const parameters = { logs: { include: true, ...dates } };
    const answer = await client.call('POST', `${bundleUrl}/generateBundle`, { name: 'x', parameters });
    const [error] = answer.json().errors;
    expect([answer.statusCode, error.code]).toEqual([400, 'BAD_DATE']);
    expect(error.message).toContain(message);
  });

  it('can be requested from each service that is part of the platform [supp-01]', async () => {
    const parameters = { system: false, configuration: false, logs: { include: false } };
    for (const [service, path] of [
      ['distribution', '/distribution/api/v1/system/support/bundle'],
      ['xray', '/xray/api/v1/system/support/bundle'],
      ['mc', '/mc/api/v1/system/support/bundle'],
      ['tracker', '/tracker/api/v3/pdn/system/support/bundle'],
    ] as const) {
      const bundle = await client.generate({ name: `Of ${service}`, parameters }, path);
      expect(bundle).toMatchObject({ service, status: 'success' });
    }
    const answer = await client.call('POST', '/xray/api/v1/system/support/bundle', {
      name: 'Now',
      parameters,
    });
    expect(answer.json()).toMatchObject({
      id: expect.any(String),
      created: expect.any(String),
      status: 'in progress',
    });
    const missing = await client.call('POST', '/insight/api/v1/system/support/bundle', { name: 'x' });
    expect([missing.statusCode, missing.json().errors[0].code]).toEqual([404, 'SERVICE_NOT_HERE']);
  });
});

describe('a support bundle of several nodes', () => {
  const other = 'lading-00000000000b';
  const only = { system: true, configuration: false, logs: { include: false } };

  it('has the files of each node in a directory of its own, and names nodes that are offline', async () => {
    const own = platform.app.platform.node;
    await withStorage(platform.storage, () =>
      db().execute(sql`INSERT INTO nodes (id, started, heartbeat, version, services)
        VALUES (${other}, now(), now() - interval '1 hour', '0.1.0', '{artifactory}')`),
    );
    const bundle = await client.generate({ name: 'Two', parameters: { ...only, nodes: [own, other] } });
    expect(bundle).toMatchObject({ status: 'success', error: `Nodes that did not respond: ${other}` });
    const files = await client.download(bundle.id);
    expect(json(files, `nodes/${own}/system/process.json`)).toMatchObject({ node: own });
    expect(json(files, 'jobs.json').jobs.length).toBeGreaterThan(10);
    expect(files.has('system/process.json')).toBe(false);
    const reason = expect.stringContaining('It is offline');
    expect(json(files, 'manifest.json')).toMatchObject({
      nodes: [{ id: own }, { id: other, error: reason }],
      leftOut: expect.arrayContaining([{ what: `nodes/${other}`, reason }]),
    });
  });

  it('is rejected with an unknown node', async () => {
    for (const [nodes, status] of [
      [['lading-none'], 404],
      [[], 400],
      [[''.padEnd(101, 'x')], 400],
    ]) {
      const answer = await client.call('POST', `${bundleUrl}/generateBundle`, {
        name: 'x',
        parameters: { nodes },
      });
      expect([nodes, answer.statusCode]).toEqual([nodes, status]);
    }
  });

  it('is read from a node by other nodes and administrators, only the listed files', async () => {
    const query = 'service=artifactory&configuration=true&system=true&logs=true&profiles=0&interval=0';
    const list = `/ui/api/v1/system/support/files?${query}`;
    const content = (path: string) =>
      `/ui/api/v1/system/support/files/content?${query}&path=${encodeURIComponent(path)}`;
    const { seal, node: own } = platform.app.platform;
    const asNode = (url: string) =>
      platform.app.inject({ url, headers: { [nodeHeader]: new NodeTokens(seal).create(own, url) } });
    for (const url of [list, content('system/process.json')]) {
      expect((await client.call('GET', url)).statusCode).toBe(200);
      expect((await platform.app.inject(url)).statusCode).toBe(401);
    }
    const paths = (await asNode(list)).json<NodeFiles>().files.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['configuration/settings.json', 'errors.json']));
    expect(paths).not.toContain('configuration/stored.json');
    expect((await asNode(content('system/process.json'))).json()).toMatchObject({ node: own });
    for (const path of ['secrets.key', 'logs/../secrets.key', '/etc/passwd', 'configuration/stored.json'])
      expect([path, (await asNode(content(path))).statusCode]).toEqual([path, 404]);
  });
});

describe('a support bundle that cannot be created', () => {
  const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

  it('fails with the reason; a failing part is included with the reason', async () => {
    const { bundleParts } = platform.app;
    const broken = vi.fn(() => {
      throw new Error('parts are broken');
    });
    bundleParts.push({ files: broken });
    const failed = await client.generate({ name: 'Broken' });
    expect(failed).toMatchObject({ status: 'failure', error: 'parts are broken' });
    const download = await client.call('GET', `${bundleUrl}/downloadBundle/${failed.id}`);
    expect([download.statusCode, download.json().errors[0]]).toMatchObject([
      409,
      { code: 'BUNDLE_NOT_READY', message: expect.stringContaining('parts are broken') },
    ]);
    bundleParts.pop();
    bundleParts.push({
      files: () => [{ path: 'x.json', about: 'X', content: () => Promise.reject(new Error('no such x')) }],
    });
    const files = await client.download((await client.generate({ name: 'Incomplete' })).id);
    bundleParts.pop();
    expect(json(files, 'x.json')).toEqual({ error: 'no such x' });
    expect(json(files, 'manifest.json').files).toContainEqual({
      path: 'x.json',
      about: 'X',
      length: 0,
      error: 'no such x',
    });
  });

  it('is abandoned after the server ended three times during its creation', async () => {
    await within(() =>
      db().execute(sql`INSERT INTO support_bundles (name, service, parameters, created_by, attempts)
        VALUES ('Deadly', 'artifactory', '{}', 'admin', 3)`),
    );
    await client.generate({
      name: 'Next',
      parameters: { system: false, configuration: false, logs: { include: false } },
    });
    const deadly = (await client.list()).bundles.find(({ name }) => name === 'Deadly');
    expect(deadly).toMatchObject({
      status: 'failure',
      error: 'The server ended while it created this bundle',
    });
  });

  it('is not started on a disk without space', async () => {
    const full = await testPlatform({ readFree: async () => 1000 });
    try {
      const bundle = await new BundleClient(full).generate({ name: 'No space' });
      expect(bundle).toMatchObject({ status: 'failure', error: expect.stringContaining('space') });
    } finally {
      await full.close();
    }
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BundleWorld, bundleWorld, LIFECYCLE, sha256 } from '../../bundles/testing/bundleWorld.ts';
import { commitAfter, db, transaction, withStorage } from '../../database/db.ts';
import { announce } from '../../events/announce.ts';
import { publishBody, sampleTarball } from '../../formats/npm/testing/samples.ts';
import { pushImage, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { quotaJob } from '../../storage/capacity.ts';

const repositories = '/artifactory/api/repositories';
const generic = { rclass: 'local', packageType: 'generic' };
let world: BundleWorld;
let host: string;
beforeAll(async () => {
  world = await bundleWorld();
  host = await world.platform.app.listen({ host: '127.0.0.1', port: 0 });
  await world.call('POST', '/access/api/v1/projects', {
    ...{ project_key: 'tea', display_name: 'Tea', storage_quota_bytes: -1 },
  });
  for (const key of ['tea-local', 'tea-other'])
    await world.call('PUT', `${repositories}/${key}`, { ...generic, projectKey: 'tea' });
});
afterAll(() => world?.close());

const put = (path: string, content: string) => world.call('PUT', `/artifactory/${path}`, content);
const lastRead = async () => {
  const states = await world.platform.app.jobs.states();
  return states.find(({ name }) => name === quotaJob)?.ended?.getTime() ?? 0;
};
/** Sets the quota, and waits until it has been read in the background. */
const setQuota = async (bytes: number) => {
  const before = await lastRead();
  const { status } = await world.call('PUT', '/access/api/v1/projects/tea', { storage_quota_bytes: bytes });
  expect(status).toBeLessThan(300);
  await vi.waitFor(async () => expect(await lastRead()).toBeGreaterThan(before));
};

describe('the storage quota of a project [adm-02]', () => {
  it('applies to the files of all its repositories, and rejects a file that is larger than what is left', async () => {
    expect((await put('tea-local/first', 'x'.repeat(600))).status).toBe(201);
    await setQuota(1000);
    const large = 'y'.repeat(500);
    const rejected = await put('tea-other/large', large);
    expect([rejected.status, rejected.code, rejected.message]).toEqual([
      507,
      'QUOTA_EXCEEDED',
      'The storage quota of project tea has no room for 500 bytes: 600 of 1000 are used. Delete content, or ask an administrator for a larger quota',
    ]);
    expect((await put('tea-other/small', 'z'.repeat(400))).status).toBe(201);
    const full = await put('tea-local/more', 'x');
    expect([full.status, full.message]).toEqual([
      507,
      expect.stringContaining('is used up: 1000 of 1000 bytes'),
    ]);
    expect((await put('libs/elsewhere', 'x')).status).toBe(201);
    expect((await world.call('DELETE', '/artifactory/tea-other/small')).status).toBe(204);
    expect((await put('tea-local/more', 'x')).status).toBe(201);
  });

  it('lets an upload pass another one that waits for the blob store', async () => {
    await setQuota(10_000);
    const { promise, resolve: store } = Promise.withResolvers<void>();
    const slow = withStorage(world.platform.storage, () =>
      transaction(async () => {
        commitAfter(promise);
        announce('artifact.deployed', () => ({
          ...{ repo: 'tea-local', path: 'slow', packageType: 'generic', version: undefined },
          ...{ before: undefined, after: { sha256: sha256('slow'), size: 4 } },
        }));
      }),
    );
    const isOpen = () =>
      withStorage(world.platform.storage, async () => {
        const { rows } = await db().execute(sql`SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`);
        return rows.length > 0;
      });
    await vi.waitUntil(isOpen);
    expect((await put('tea-other/quick', 'x')).status).toBe(201);
    store();
    await slow;
    expect((await world.call('DELETE', '/artifactory/tea-other/quick')).status).toBe(204);
  });

  it('is not exceeded by concurrent uploads, also without an announced size [adm-02]', async () => {
    await setQuota(-1);
    for (const path of ['tea-local/first', 'tea-local/more'])
      await world.call('DELETE', `/artifactory/${path}`);
    await setQuota(1000);
    const { adminAuth } = world.platform;
    const upload = async (number: number) => {
      const body = new ReadableStream({
        async start(controller) {
          for (const letter of ['a', 'b', 'c']) {
            controller.enqueue(new TextEncoder().encode(`${number}${letter}`.padEnd(100, '.')));
            await new Promise((resolve) => setImmediate(resolve));
          }
          controller.close();
        },
      });
      const init = { method: 'PUT', headers: { authorization: adminAuth }, body, duplex: 'half' };
      return (await fetch(`${host}/artifactory/tea-local/many/${number}`, init as RequestInit)).status;
    };
    const codes = await Promise.all(Array.from({ length: 16 }, (_, number) => upload(number)));
    expect(codes.filter((code) => code === 201)).toHaveLength(3);
    expect(codes.filter((code) => code === 507)).toHaveLength(13);
    // The room of rejected uploads is free again, and what was stored is counted once.
    expect((await put('tea-other/rest', 'r'.repeat(100))).status).toBe(201);
    expect((await put('tea-other/over', 'o')).status).toBe(507);
  });

  it('at its limit accepts a file in place of one that is not smaller', async () => {
    expect((await put('tea-other/rest', 's'.repeat(100))).status).toBe(201);
    const larger = await put('tea-other/rest', 't'.repeat(101));
    expect([larger.status, larger.code]).toEqual([507, 'QUOTA_EXCEEDED']);
    expect((await put('tea-other/rest', 'u'.repeat(60))).status).toBe(201);
    expect((await put('tea-other/rest', 'v'.repeat(100))).status).toBe(201);
    await world.call('DELETE', '/artifactory/tea-local/many');
    await world.call('DELETE', '/artifactory/tea-other/rest');
    expect((await put('tea-local/first', 'x'.repeat(600))).status).toBe(201);
    expect((await put('tea-local/more', 'x')).status).toBe(201);
  });

  it('applies to sizes that the client did not announce: npm, images, checksums, copies, and moves', async () => {
    await setQuota(-1);
    const local = async (key: string, packageType: string, projectKey = '') =>
      world.call('PUT', `${repositories}/${key}`, { rclass: 'local', packageType, projectKey });
    await local('tea-npm', 'npm', 'tea');
    await local('tea-images', 'docker', 'tea');
    await put('libs/large/big', 'b'.repeat(5000));
    const used = () =>
      withStorage(world.platform.storage, async () => {
        const { rows } = await db().execute<{ bytes: number }>(sql`
          SELECT sum(b.size)::integer AS bytes FROM files f JOIN blobs b USING (sha256) WHERE f.repo LIKE 'tea-%'`);
        return rows[0]?.bytes ?? 0;
      });
    await setQuota((await used()) + 100);
    const sample = { name: 'large', version: '1.0.0' };
    const npm = await world.call(
      'PUT',
      '/artifactory/api/npm/tea-npm/large',
      publishBody(sample, await sampleTarball(sample)),
    );
    expect([npm.status, npm.code]).toEqual([507, 'QUOTA_EXCEEDED']);
    const { adminPassword } = world.platform;
    const client = new RegistryClient(host, {
      ...{ user: 'admin', password: adminPassword },
    });
    await expect(pushImage(client, 'tea-images/app', 'v1', { layer: 'l'.repeat(500) })).rejects.toThrow(
      /507|DENIED|QUOTA/,
    );
    const copied = await world.call('POST', '/artifactory/api/copy/libs/large/big?to=/tea-other/big');
    const moved = await world.call('POST', '/artifactory/api/move/libs/large/big?to=/tea-other/big');
    expect([copied.status, moved.status]).toEqual([507, 507]);
    const checksum = await world.platform.app.inject({
      ...{ method: 'PUT', url: '/artifactory/tea-other/by-checksum' },
      headers: {
        ...{ authorization: world.platform.adminAuth, 'x-checksum-deploy': 'true' },
        'x-checksum-sha256': sha256('b'.repeat(5000)),
      },
    });
    expect(checksum.statusCode).toBe(507);
    // Within the project, moving needs no room.
    const within = await world.call('POST', '/artifactory/api/move/tea-local/first?to=/tea-other/first');
    expect([within.status, within.message]).toEqual([200, '']);
  });

  it('rejects a promotion as a whole that has no room', async () => {
    await world.deploy('libs/app/a.bin', 'a'.repeat(300));
    await world.deploy('libs/app/b.bin', 'b'.repeat(300));
    expect((await world.create('app', '1.0', ['libs/app/a.bin', 'libs/app/b.bin'])).status).toBe(201);
    await world.call('POST', `${repositories}/libs-prod`, {
      ...generic,
      environments: ['PROD'],
      storageQuotaBytes: 500,
    });
    const promote = () =>
      world.call('POST', `${LIFECYCLE}/promotion/records/app/1.0?async=false`, { environment: 'PROD' });
    // Quotas are read in the background.
    await vi.waitFor(async () => {
      const probe = await put('libs-prod/probe', 'x'.repeat(501));
      if (probe.status === 201) await world.call('DELETE', '/artifactory/libs-prod/probe');
      expect(probe.status).toBe(507);
    });
    const rejected = await promote();
    expect([rejected.status, rejected.code]).toEqual([507, 'QUOTA_EXCEEDED']);
    for (const name of ['a', 'b'])
      expect((await world.call('GET', `/artifactory/libs-prod/app/${name}.bin`)).status).toBe(404);
    await world.call('POST', `${repositories}/libs-prod`, {
      ...generic,
      environments: ['PROD'],
      storageQuotaBytes: 600,
    });
    await vi.waitFor(async () => expect((await promote()).status).toBe(201));
  });
});

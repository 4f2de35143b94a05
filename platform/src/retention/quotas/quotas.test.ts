import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BundleWorld, bundleWorld, LIFECYCLE } from '../../bundles/testing/bundleWorld.ts';
import { quotaJob } from '../../storage/capacity.ts';

const repositories = '/artifactory/api/repositories';
const generic = { rclass: 'local', packageType: 'generic' };
let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
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

import type { AuditEvent, AuditPage } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleWorld, bundleWorld, sha256 } from '../../bundles/testing/bundleWorld.ts';

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld({});
});
afterAll(() => world.close());

const newest = async (event: string): Promise<AuditEvent | undefined> =>
  ((await world.call('GET', `/access/api/v1/audit?event=${event}&limit=1`)).json as AuditPage).events[0];
const content = (text: string) => `sha256:${sha256(text)} (${text.length} bytes)`;

describe('the audit log', () => {
  it('contains each deletion of files, with their checksums', async () => {
    await world.deploy('libs/org/a.txt', 'a');
    await world.deploy('libs/org/b.txt', 'bb');
    expect((await world.call('DELETE', '/artifactory/libs/org/a.txt')).status).toBe(204);
    expect(await newest('content-deleted')).toMatchObject({
      user: 'admin',
      detail: '1 file deleted from libs: org/a.txt',
      changes: [{ field: 'org/a.txt', before: content('a') }],
    });
  });

  it('contains moves, with the path before and after', async () => {
    await world.deploy('libs/org/c.txt', 'c');
    const moved = await world.call('POST', '/artifactory/api/move/libs/org/c.txt?to=/libs-prod/com/c.txt');
    expect([moved.status, moved.message]).toEqual([200, '']);
    expect(await newest('content-moved')).toMatchObject({
      user: 'admin',
      detail: '1 file moved from libs to libs-prod: com/c.txt',
      changes: [{ field: 'com/c.txt', before: 'org/c.txt', after: 'com/c.txt' }],
    });
  });

  it('contains every object of a large deletion [adm-02]', async () => {
    for (let at = 0; at < 205; at++) await world.deploy(`libs/many/${at}.txt`, String(at));
    expect((await world.call('DELETE', '/artifactory/libs/many')).status).toBe(204);
    const { events } = (await world.call('GET', '/access/api/v1/audit?event=content-deleted&limit=3'))
      .json as AuditPage;
    expect(events.map(({ detail }) => detail.replace(/:.*/, ''))).toEqual([
      '5 files deleted from libs',
      '200 files deleted from libs (101 to 200)',
      '200 files deleted from libs (1 to 100)',
    ]);
    const fields = events.flatMap(({ changes = [] }) => changes.map(({ field }) => field));
    expect(new Set(fields).size).toBe(205);
  });

  it('contains requested jobs, and changes of advisories', async () => {
    expect((await world.call('POST', '/artifactory/api/system/jobs/delete-notifications/run')).status).toBe(
      202,
    );
    expect(await newest('job-requested')).toMatchObject({
      user: 'admin',
      detail: 'Job delete-notifications was requested',
    });
    const advisory = {
      id: 'TEST-1',
      modified: '2026-01-01T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'a' } }],
    };
    expect((await world.call('POST', '/xray/api/v1/advisories/imports?name=own.json', advisory)).status).toBe(
      202,
    );
    expect((await newest('advisories-changed'))?.detail).toMatch(/^Import \S+ of own.json started$/);
  });

  it('contains no record of a change that was rolled back or denied', async () => {
    const before = await newest('content-deleted');
    expect((await world.call('DELETE', '/artifactory/libs/none.txt')).status).toBe(404);
    expect((await newest('content-deleted'))?.id).toBe(before?.id);
  });

  it('contains garbage collection, and changes of settings, policies, and environments', async () => {
    expect((await world.call('POST', '/artifactory/api/system/storage/gc')).status).toBe(200);
    expect((await newest('garbage-collected'))?.detail).toMatch(/^Garbage collection deleted \d+ files/);
    const settings = async () => {
      const { detail, changes } = (await newest('settings-changed')) ?? {};
      return { detail, changes };
    };
    await world.call('PUT', '/ui/api/v1/system/auth/screen/footer', { serverName: 'Our packages' });
    expect(await settings()).toEqual({
      detail: 'General settings changed',
      changes: [{ field: 'serverName', after: 'Our packages' }],
    });
    await world.call('PUT', '/ui/api/v1/system/maintenance', { enabled: true, message: 'Noon' });
    expect((await settings()).changes).toContainEqual({ field: 'enabled', before: 'false', after: 'true' });
    await world.call('PUT', '/ui/api/v1/system/maintenance', { enabled: false, message: '' });
    await world.call('POST', '/access/api/v1/environments', { name: 'STAGE' });
    expect((await settings()).detail).toBe('Environment STAGE created');
    const policy = {
      ...{ description: '', enabled: false, repositories: ['libs'], repositoryClasses: [], packageTypes: [] },
      ...{ select: 'all', include: [], exclude: [], keepBuilds: true, every: 'never', hour: 2 },
    };
    await world.call('PUT', '/ui/api/v1/ui/cleanup/policies/old', { ...policy, olderThanDays: 30 });
    await world.call('PUT', '/ui/api/v1/ui/cleanup/policies/old', { ...policy, olderThanDays: 60 });
    expect(await settings()).toEqual({
      detail: 'Cleanup policy old changed',
      changes: [{ field: 'olderThanDays', before: '30', after: '60' }],
    });
  });
});

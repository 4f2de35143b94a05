import type { NotificationEntry, NotificationPreferences } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestMailServer } from '../../access/mail/testing/TestMailServer.ts';
import { createUser } from '../../access/users.ts';
import { db, withStorage } from '../../database/db.ts';
import { quotaJob } from '../../storage/capacity.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { Quotas } from './Quotas.ts';

const notifications = '/ui/api/v1/ui/notifications';
const password = 'an old tune of the sea';
const of = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
let platform: TestPlatform;
let mail: TestMailServer;

async function call(
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  url: string,
  payload?: object | string,
) {
  return callAs(platform.adminAuth, method, url, payload);
}
async function callAs(
  authorization: string,
  method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE',
  url: string,
  payload?: object | string,
) {
  const answer = await platform.app.inject({
    ...{ method, url, headers: { authorization } },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const deploy = (path: string, bytes: number) => call('PUT', `/artifactory/${path}`, 'x'.repeat(bytes));
const listed = async (authorization = platform.adminAuth): Promise<NotificationEntry[]> =>
  (await callAs(authorization, 'GET', notifications)).json().notifications;
const shares = async () =>
  (await listed()).map(({ subject, items }) => `${subject} ${items.map(({ share }) => share)}`);
/** Another node with the same database, which has read its quotas now. */
async function otherNode() {
  const { events, log } = platform.app.platform;
  const mails: string[] = [];
  const quotas = new Quotas({
    ...{ events, log, isShared: true, onCrossing: () => undefined },
    mail: async (subject) => void mails.push(subject),
  });
  await inside(() => quotas.refresh());
  quotas.stop();
  return { quotas, mails };
}
/** Runs the job that reads quotas, and waits until it has ended. */
async function runJob(): Promise<void> {
  const state = async () => (await platform.app.jobs.states()).find(({ name }) => name === quotaJob);
  const before = (await state())?.ended?.getTime() ?? 0;
  platform.app.jobs.wake(quotaJob);
  await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'idle', error: null }));
  await vi.waitFor(async () => expect((await state())?.ended?.getTime() ?? 0).toBeGreaterThan(before));
}
const limited = async (key: string) => {
  await platform.createRepository(key, { rclass: 'local', packageType: 'generic', storageQuotaBytes: 100 });
  await runJob();
};

beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_PUBLIC_URL: 'https://packages.example.org' } });
  mail = await TestMailServer.start();
  await inside(() => createUser('bea', { password, email: 'bea@example.org' }));
  await call('PATCH', '/access/api/v2/users/admin', { email: 'admin@example.org' });
  const server = { enabled: true, host: '127.0.0.1', port: mail.port, security: 'none' };
  const sender = { username: '', from: 'a@example.org', subjectPrefix: '' };
  await call('PUT', '/access/api/v1/mail', { ...server, ...sender });
});
afterAll(async () => {
  await platform?.close();
  await mail?.close();
});
beforeEach(() => inside(() => db().execute(sql`DELETE FROM notifications`)));

describe('a storage quota', () => {
  it('is a notification and an email for administrators at 80% and when it is used up, each once', async () => {
    await limited('tea');
    await deploy('tea/a', 79);
    await runJob();
    expect(await shares()).toEqual([]);
    await deploy('tea/b', 3);
    await vi.waitFor(async () => expect(await shares()).toEqual(['repository://tea 82']));
    const first = await mail.mail(0);
    expect(first.to).toEqual(['admin@example.org']);
    expect(first.text).toContain(
      'The files of repository tea have 82 bytes. The storage quota is 100 bytes.',
    );
    expect(first.text).toContain('https://packages.example.org/ui/admin/monitoring/storage');
    await deploy('tea/c', 18);
    await vi.waitFor(async () => expect(await shares()).toEqual(['repository://tea 100,82']));
    expect((await mail.mail(1)).text).toContain('Uploads are rejected');
    await runJob();
    expect(await listed()).toMatchObject([{ kind: 'quota', changes: 2, read: false }]);
    expect(await listed(of('bea'))).toEqual([]);
  });

  it('is reported again only after the usage was clearly below the threshold', async () => {
    await limited('ebb');
    await deploy('ebb/a', 76);
    await deploy('ebb/b', 5);
    await vi.waitFor(async () => expect(await shares()).toEqual(['repository://ebb 81']));
    await call('DELETE', '/artifactory/ebb/b');
    await deploy('ebb/b', 6);
    await runJob();
    expect(await shares()).toEqual(['repository://ebb 81']);
    await call('DELETE', '/artifactory/ebb/a');
    await runJob();
    await deploy('ebb/c', 77);
    await vi.waitFor(async () => expect(await shares()).toEqual(['repository://ebb 83,81']));
  });

  it('is reported by one of several nodes that see it at the same time', async () => {
    await limited('flow');
    await deploy('flow/a', 90);
    await vi.waitFor(async () => expect(await shares()).toEqual(['repository://flow 90']));
    // This node has reported it. For nodes that start now, nothing was.
    await inside(async () => {
      await db().execute(sql`DELETE FROM notifications`);
      await db().execute(sql`DELETE FROM quota_warnings`);
    });
    const nodes = await Promise.all([otherNode(), otherNode(), otherNode()]);
    expect(nodes.every(({ quotas }) => quotas.hasCrossed)).toBe(true);
    await inside(() => Promise.all(nodes.map(({ quotas }) => quotas.report())));
    expect(nodes.flatMap(({ mails }) => mails).filter((subject) => subject.includes('flow'))).toHaveLength(1);
    expect((await listed()).filter(({ subject }) => subject.endsWith('flow'))).toMatchObject([
      { changes: 1 },
    ]);
    expect(nodes.some(({ quotas }) => quotas.hasCrossed)).toBe(false);
  });

  it('of a project is reported, but not to administrators who turned it off', async () => {
    const preferences = async (authorization?: string): Promise<NotificationPreferences> =>
      (await callAs(authorization ?? platform.adminAuth, 'GET', `${notifications}/preferences`)).json()
        .preferences;
    const stored = await preferences();
    expect(stored).toMatchObject({ webhook: 'console', quota: 'console' });
    expect(await preferences(of('bea'))).not.toHaveProperty('quota');
    // From a page of an earlier version.
    const { webhook: _webhook, quota: _quota, ...former } = stored;
    await call('PUT', `${notifications}/preferences`, former);
    await call('POST', '/access/api/v1/projects', {
      ...{ project_key: 'tide', display_name: 'Tide', storage_quota_bytes: 10 },
    });
    await platform.createRepository('tide-local', {
      ...{ rclass: 'local', packageType: 'generic', projectKey: 'tide' },
    });
    await runJob();
    await deploy('tide-local/a', 9);
    await vi.waitFor(async () => expect(await shares()).toEqual(['project://tide 90']));
    await call('PUT', `${notifications}/preferences`, { ...stored, quota: 'off' });
    await deploy('tide-local/b', 1);
    await vi.waitFor(async () => {
      const { rows } = await inside(() =>
        db().execute(sql`SELECT level FROM quota_warnings WHERE subject = 'project://tide'`),
      );
      expect(rows).toEqual([{ level: 100 }]);
    });
    expect(await shares()).toEqual(['project://tide 90']);
  });
});

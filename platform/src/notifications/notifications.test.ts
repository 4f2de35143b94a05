import type { NotificationEntry, NotificationList, StoredPreferences } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestMailServer } from '../access/mail/testing/TestMailServer.ts';
import { createUser } from '../access/users.ts';
import { type BundleWorld, basic, bundleWorld, LIFECYCLE } from '../bundles/testing/bundleWorld.ts';
import { db, withStorage } from '../database/db.ts';
import { publish } from '../packages/testing/publish.ts';
import { scanAll } from '../scanning/matching/scan.ts';
import { osv } from '../scanning/testing/osvSamples.ts';
import { sendEmails } from './emails.ts';
import { deleteOldNotifications } from './jobs.ts';
import { notifyOfVersions } from './newVersions.ts';
import { notifyOfVulnerabilities } from './newVulnerabilities.ts';

const password = 'an old tune of the sea';
const { signal } = new AbortController();
let world: BundleWorld;
let mailServer: TestMailServer;
const inside = <T>(work: () => Promise<T>) => withStorage(world.platform.storage, work);

const prefix = '/ui/api/v1/ui/notifications';
const star = (name: string, user: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  world.call(method, `/ui/api/v1/ui/stars/package?packageId=npm://${name}`, undefined, basic(user));
const listed = async (user: string): Promise<NotificationEntry[]> =>
  (await world.call('GET', prefix, undefined, basic(user))).json.notifications;
const unread = async (user: string) =>
  (await world.call('GET', `${prefix}/count`, undefined, basic(user))).json.unread;
const lines = async (user: string) =>
  (await listed(user)).map(
    ({ subject, changes, items }) =>
      `${subject} ${changes}: ${items.map((each) => each.version ?? each.advisory)}`,
  );
const markRead = (user: string, ids: string[], read = true) =>
  world.call('PUT', `${prefix}/read`, { ids, read }, basic(user));
const clear = () => inside(() => db().execute(sql`DELETE FROM notifications`));

async function release(name: string, version: string, repo = 'npm-local'): Promise<void> {
  await inside(async () => {
    await publish({ name, version, repo });
    await notifyOfVersions(signal);
  });
}

async function grant(users: object, targets: object): Promise<void> {
  const artifact = { actions: { users, groups: {} }, targets };
  const { status } = await world.call('PUT', '/access/api/v2/permissions/readers', {
    name: 'readers',
    resources: {
      artifact,
      release_bundle: {
        actions: { users: { ada: ['READ', 'WRITE'] }, groups: {} },
        targets: { 'release-bundles-v2': {} },
      },
    },
  });
  expect(status).toBeLessThan(300);
}

beforeAll(async () => {
  world = await bundleWorld();
  mailServer = await TestMailServer.start();
  await inside(() => createUser('bea', { password, email: 'bea@example.org' }));
  // Without the groups that every new user joins.
  await inside(() => db().execute(sql`DELETE FROM group_members`));
  await world.platform.createRepository('npm-prod', { rclass: 'local', packageType: 'npm' });
  const readers = { ada: ['READ', 'WRITE'], bea: ['READ'] };
  await world.call('POST', '/access/api/v2/permissions', {
    name: 'readers',
    resources: { artifact: { actions: { users: readers, groups: {} }, targets: { 'npm-local': {} } } },
  });
  await release('kite', '1.0.0');
});
afterAll(async () => {
  await world?.close();
  await mailServer?.close();
});

describe('notifications of new versions', () => {
  it('reach users who starred the package before, and only them', async () => {
    await star('kite', 'ada');
    await release('kite', '1.1.0');
    expect(await listed('ada')).toEqual([
      {
        ...{ id: expect.any(String), kind: 'version', subject: 'npm://kite', changes: 1, read: false },
        ...{ items: [{ version: '1.1.0' }], changed: expect.any(String) },
      },
    ]);
    expect(await listed('bea')).toEqual([]);
    await star('kite', 'bea');
    await inside(() => notifyOfVersions(signal));
    expect(await unread('bea')).toBe(0);
  });

  it('are one notification per package until it is read', async () => {
    await release('kite', '1.2.0');
    await release('kite', '0.9.1');
    expect(await lines('ada')).toEqual(['npm://kite 3: 0.9.1,1.2.0,1.1.0']);
    expect(await unread('ada')).toBe(1);
    const [first] = await listed('ada');
    await markRead('ada', [first?.id ?? '']);
    expect(await unread('ada')).toBe(0);
    await release('kite', '1.3.0');
    expect(await lines('ada')).toEqual(['npm://kite 1: 1.3.0', 'npm://kite 3: 0.9.1,1.2.0,1.1.0']);
    // Only one of a package can be unread.
    expect((await markRead('ada', [first?.id ?? ''], false)).status).toBe(204);
    expect(await unread('ada')).toBe(1);
    const [newest] = await listed('ada');
    // Those of other users stay.
    await markRead('bea', [newest?.id ?? '']);
    await world.call('DELETE', `${prefix}/${newest?.id}`, undefined, basic('bea'));
    expect(await unread('ada')).toBe(1);
    await world.call('DELETE', `${prefix}/${newest?.id}`, undefined, basic('ada'));
    expect(await lines('ada')).toEqual(['npm://kite 3: 0.9.1,1.2.0,1.1.0']);
  });

  it('group hundreds of versions, and name the newest ones', async () => {
    await clear();
    await inside(async () => {
      for (let patch = 1; patch <= 120; patch++) await publish({ name: 'kite', version: `2.0.${patch}` });
      await notifyOfVersions(signal);
      await notifyOfVersions(signal);
    });
    const [entry, ...more] = await listed('ada');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ changes: 120, read: false });
    expect(entry?.items.map(({ version }) => version).slice(0, 2)).toEqual(['2.0.120', '2.0.119']);
    expect(entry?.items).toHaveLength(10);
  });

  it('report a version only where the user can read it, once', async () => {
    await clear();
    await release('kite', '3.0.0', 'npm-prod');
    expect(await listed('ada')).toEqual([]);
    // The copy in a repository that the user can read is new to the user.
    await release('kite', '3.0.0');
    expect(await lines('ada')).toEqual(['npm://kite 1: 3.0.0']);
    await clear();
    await grant({ ada: ['READ'] }, { 'npm-local': {}, 'npm-prod': {} });
    await release('kite', '2.0.1', 'npm-prod');
    expect(await listed('ada')).toEqual([]);
  });

  it('are hidden, and not counted, while the user has no permission', async () => {
    await release('kite', '3.1.0');
    expect(await unread('ada')).toBe(1);
    await grant({}, { 'npm-local': {} });
    expect([await listed('ada'), await unread('ada')]).toEqual([[], 0]);
    await grant({ ada: ['READ'], bea: ['READ'] }, { 'npm-local': {}, libs: {}, 'libs-prod': {} });
    expect(await unread('ada')).toBe(1);
  });

  it('stop with the star, and with the preference', async () => {
    await clear();
    await star('kite', 'bea', 'DELETE');
    const preferences = {
      version: 'off',
      vulnerability: 'console',
      promotion: 'console',
      distribution: 'console',
    };
    expect((await world.call('PUT', `${prefix}/preferences`, preferences, basic('ada'))).status).toBe(204);
    const stored = await world.call('GET', `${prefix}/preferences`, undefined, basic('ada'));
    expect(stored.json satisfies StoredPreferences).toEqual({
      ...{ preferences: { ...preferences, access_decision: 'console' }, emails: false },
    });
    await release('kite', '3.2.0');
    expect([await listed('ada'), await listed('bea')]).toEqual([[], []]);
  });
});

describe('notifications of vulnerabilities', () => {
  it('report advisories that were found after the star', async () => {
    const add = (...documents: object[]) => world.call('POST', '/artifactory/api/advisories', documents);
    const check = () =>
      inside(async () => {
        await scanAll();
        await notifyOfVulnerabilities(signal);
      });
    await release('leaky', '1.0.0');
    await add(osv({ id: 'GHSA-old' }));
    await check();
    await star('leaky', 'bea');
    await check();
    expect(await listed('bea')).toEqual([]);
    await add(osv({ id: 'GHSA-new', severity: 'CRITICAL' }));
    await check();
    await check();
    expect(await listed('bea')).toMatchObject([
      {
        kind: 'vulnerability',
        subject: 'npm://leaky',
        changes: 1,
        items: [{ advisory: 'GHSA-new', severity: 'critical' }],
      },
    ]);
    // A version with known advisories is new, and its advisories are not.
    await release('leaky', '1.1.0');
    await check();
    expect((await lines('bea')).sort()).toEqual(['npm://leaky 1: 1.1.0', 'npm://leaky 1: GHSA-new']);
  });
});

describe('notifications of own release bundles', () => {
  it('report how the promotion of a user ended', async () => {
    await clear();
    await world.deploy('libs/app/1.0/app.bin', 'the app');
    await world.create('app', '1.0', ['libs/app/1.0/app.bin']);
    await grant({ ada: ['READ', 'WRITE'] }, { libs: {}, 'libs-prod': {} });
    const promote = (as?: string) =>
      world.call('POST', `${LIFECYCLE}/promotion/records/app/1.0?async=false`, { environment: 'PROD' }, as);
    expect((await promote(basic('ada'))).status).toBe(201);
    expect(await listed('ada')).toMatchObject([
      {
        ...{ kind: 'promotion', subject: 'app', read: false },
        items: [{ version: '1.0', target: 'PROD', outcome: 'completed' }],
      },
    ]);
    expect(await listed('bea')).toEqual([]);
  });
});

describe('emails about notifications', () => {
  it('contain what is unread, once, and only what the user can read', async () => {
    const mail = {
      ...{ enabled: true, host: '127.0.0.1', port: mailServer.port, security: 'none' },
      ...{ username: '', password: '', from: 'lading@example.org', subjectPrefix: '' },
    };
    expect((await world.call('PUT', '/access/api/v1/mail', mail)).status).toBeLessThan(300);
    await clear();
    await grant({ bea: ['READ'] }, { 'npm-local': {} });
    await star('kite', 'bea');
    const preferences = { version: 'email', vulnerability: 'console', promotion: 'off', distribution: 'off' };
    await world.call('PUT', `${prefix}/preferences`, preferences, basic('bea'));
    const stored = await world.call('GET', `${prefix}/preferences`, undefined, basic('bea'));
    expect(stored.json.emails).toBe(true);
    const { seal, log } = world.platform.app.platform;
    const send = () => inside(() => sendEmails({ seal, log, publicUrl: 'https://lading.example' }, signal));
    await release('kite', '4.0.0');
    await release('kite', '4.1.0');
    await send();
    await send();
    const { to, text } = await mailServer.mail(0);
    expect(to).toEqual(['bea@example.org']);
    expect(text).toContain('- npm://kite: 2 new versions, such as 4.1.0');
    expect(text).toContain('https://lading.example/ui/');
    expect(mailServer.mails).toHaveLength(1);

    await release('kite', '4.2.0');
    await grant({}, { 'npm-local': {} });
    await send();
    expect(mailServer.mails).toHaveLength(1);

    await grant({ bea: ['READ'] }, { 'npm-local': {} });
    await release('kite', '4.3.0');
    mailServer.refusal = 'Mailbox full';
    await expect(send()).rejects.toThrow();
    mailServer.refusal = undefined;
    await send();
    expect((await mailServer.mail(1)).text).toContain('such as 4.3.0');
  });
});

describe('the notifications of a user', () => {
  it('are bounded in age and number', async () => {
    await clear();
    await inside(async () => {
      await db().execute(sql`
        INSERT INTO notifications (user_name, kind, subject, changes, items, email, changed)
        SELECT 'bea', 'version', 'npm://p' || i, 1, '[{"version": "1"}]', false, now() - make_interval(hours => i)
        FROM generate_series(1, 250) i`);
      await db().execute(
        sql`UPDATE notifications SET changed = now() - interval '91 days' WHERE subject = 'npm://p1'`,
      );
      expect(await deleteOldNotifications()).toBe(50);
      const { rows } = await db().execute(sql`SELECT min(changed) FROM notifications HAVING count(*) = 200`);
      expect(rows).toHaveLength(1);
    });
    const list = async () =>
      (await world.call('GET', prefix, undefined, basic('bea'))).json as NotificationList;
    expect((await list()).maximum).toBe(200);
    await inside(() => db().execute(sql`DELETE FROM notifications WHERE subject = 'npm://p2'`));
    expect((await list()).maximum).toBeUndefined();
  });

  it('are not available to tokens of limited scope or anonymous users', async () => {
    expect((await world.call('GET', prefix, undefined, '')).status).toBe(401);
    expect((await world.call('GET', `${prefix}/count`, undefined, '')).status).toBe(401);
  });
});

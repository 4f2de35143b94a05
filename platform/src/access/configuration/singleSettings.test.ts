import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await db().execute(sql`
      CREATE FUNCTION enable_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE access_settings SET value = value || '{"enabled": true}'
        WHERE name = NEW.name AND value ->> 'enabled' = 'false';
        RETURN NULL;
      END $$`);
    // As if another administrator enabled the settings right after each change.
    await db().execute(sql`
      CREATE CONSTRAINT TRIGGER enable_at_commit AFTER INSERT OR UPDATE ON access_settings
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION enable_at_commit()`);
  });
});
afterAll(() => platform.close());

const mail = {
  ...{ enabled: false, host: 'localhost', port: 25, security: 'none', username: '' },
  ...{ from: 'a@localhost', subjectPrefix: '' },
};
const crowd = {
  ...{ enabled: false, url: 'https://192.0.2.1/crowd', application: 'lading' },
  ...{ createUsers: true, allowPrivate: true },
};

it.each([
  ['mail', mail],
  ['sso/crowd', crowd],
])(
  'answers with the saved version of %s, not with one of another administrator [adm-01]',
  async (path, payload) => {
    const call = (method: 'GET' | 'PUT', tag?: string) =>
      platform.app.inject({
        method,
        url: `/access/api/v1/${path}`,
        headers: {
          authorization: platform.adminAuth,
          'x-jfrog-reauthentication': platform.adminAuth,
          ...(tag === undefined ? {} : { 'if-match': tag }),
        },
        ...(method === 'PUT' ? { payload } : {}),
      });
    const saved = await call('PUT');
    expect([saved.statusCode, saved.json().enabled]).toEqual([200, false]);
    expect((await call('GET')).json().enabled).toBe(true);
    expect((await call('PUT', `${saved.headers.etag}`)).statusCode).toBe(412);
  },
);

it.each([
  ['DELETE', '/access/api/v1/ldap'],
  ['DELETE', '/access/api/v1/sso/http'],
  ['DELETE', '/artifactory/api/system/configuration/webServer'],
  ['PATCH', '/access/api/v1/auth/settings'],
] as const)('records no change when %s of %s changes nothing [adm-01]', async (method, url) => {
  const headers = {
    authorization: platform.adminAuth,
    'x-jfrog-reauthentication': platform.adminAuth,
  };
  const recorded = async () => {
    const audit = '/access/api/v1/audit?event=settings-changed&limit=100';
    const { events } = (await platform.app.inject({ url: audit, headers })).json();
    return events.length;
  };
  const before = await recorded();
  const changed = await platform.app.inject({
    ...{ method, url, headers },
    ...(method === 'PATCH' ? { payload: {} } : {}),
  });
  expect([changed.statusCode, await recorded()]).toEqual([method === 'PATCH' ? 200 : 204, before]);
});

it.each([
  ...['/access/api/v1/mail', '/access/api/v1/ldap', '/access/api/v1/sso/http', '/access/api/v1/sso/crowd'],
  '/artifactory/api/system/configuration/webServer',
])('responds without an error for %s that is not configured, if the client expects that', async (url) => {
  const headers = {
    authorization: platform.adminAuth,
    'x-jfrog-reauthentication': platform.adminAuth,
  };
  await platform.app.inject({ method: 'DELETE', url, headers });
  const get = async (query: string) => {
    const { statusCode, body } = await platform.app.inject({ url: url + query, headers });
    return [statusCode, statusCode === 204 ? body : ''];
  };
  expect(await get('?optional=true')).toEqual([204, '']);
  expect(await get('')).toEqual([404, '']);
  expect(await get('?optional=false')).toEqual([404, '']);
});

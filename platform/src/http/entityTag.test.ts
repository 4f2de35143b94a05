import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfSigned } from '../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await call('POST', '/access/api/v2/permissions', { name: 'shared', resources: granted('READ') });
  await call('PUT', '/artifactory/api/repositories/shared', local);
  await call('PUT', '/artifactory/api/repositories/both', virtual('shared'));
  const user = { username: 'shared', email: 'old@example.org', password: 'an old tune of the sea' };
  await call('POST', '/access/api/v2/users', user);
  await call('PUT', '/ui/api/v1/ui/cleanup/policies/shared', cleanup(''));
  await call('POST', '/event/api/v1/subscriptions', { key: 'shared', ...webhook('First') });
  await call('POST', '/access/api/v2/groups', { name: 'shared' });
  await call('POST', '/access/api/v1/projects', { project_key: 'shared', display_name: 'First' });
  await call('PUT', '/access/api/v1/projects/shared/users/admin', { roles: ['Viewer'] });
  await call('PUT', '/access/api/v1/projects/shared/groups/shared', { roles: ['Viewer'] });
  await call('POST', '/ui/api/v1/ui/proxies/crud', { key: 'shared', ...proxy({}) });
  await call('POST', '/access/api/v1/oauth/providers', openId({}));
  await call('POST', '/access/api/v1/saml/providers', saml({}));
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = (method: Method, url: string, payload?: object, tag?: string) =>
  platform.app.inject({
    method,
    url,
    headers: {
      authorization: platform.adminAuth,
      'x-jfrog-reauthentication': platform.adminAuth,
      ...(tag === undefined ? {} : tag === 'none' ? { 'if-none-match': '*' } : { 'if-match': tag }),
    },
    ...(payload ? { payload } : {}),
  });
const granted = (...actions: string[]) => ({
  artifact: { actions: { users: { admin: actions }, groups: {} }, targets: { 'generic-local': {} } },
});
const local = { rclass: 'local', packageType: 'generic' };
const virtual = (...repositories: string[]) => ({ rclass: 'virtual', packageType: 'generic', repositories });
const webhook = (description: string) => ({
  description,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: 'https://receiver.example.org/' }],
});

const cleanup = (description: string) => ({
  ...{ description, enabled: false, repositories: ['npm-local'], repositoryClasses: [], packageTypes: [] },
  ...{ select: 'all', include: ['**'], exclude: [], keepBuilds: true, every: 'never', hour: 2 },
  olderThanDays: 30,
});

const proxy = (more: object) => ({ host: '192.0.2.1', port: 3128, username: 'lading', ...more });
const openId = (more: object) => ({
  ...{ name: 'shared', displayName: '', enabled: true, type: 'openid', issuer: 'https://192.0.2.1' },
  ...{ clientId: 'lading', scope: 'openid', userNameClaim: 'sub', groupsClaim: '' },
  ...{ createUsers: true, linkExisting: false, allowPrivate: true, ...more },
});
const { cert } = selfSigned('rsa', { days: 60 });
const saml = (more: object) => ({
  ...{ name: 'shared', enabled: true, displayName: '', idpEntityId: 'shared', logoutUrl: '' },
  ...{ loginUrl: 'https://192.0.2.1/', certificates: [cert], entityId: 'lading', signRequests: false },
  ...{ userNameAttribute: '', emailAttribute: '', groupsAttribute: '', createUsers: true },
  ...{ linkExisting: false, ...more },
});
const ldap = (more: object) => ({
  ...{ enabled: true, url: 'ldap://192.0.2.1', startTls: false, createUsers: true, allowPrivate: true },
  ...{ managerDn: '', searchBase: 'dc=x', searchFilter: '(uid={0})', emailAttribute: 'mail' },
  ...{ groupBase: '', groupFilter: '(member={0})', groupNameAttribute: 'cn', ...more },
});
const mail = (more: object) => ({
  ...{ enabled: false, host: 'localhost', port: 25, security: 'none', username: '' },
  ...{ from: 'a@localhost', subjectPrefix: '', ...more },
});
const webServer = (serverName: string) => ({
  ...{ webServerType: 'NGINX', serverName, useHttp: false, useHttps: true, httpsPort: 8443 },
  ...{ sslKey: '/etc/ssl/key.pem', sslCertificate: '/etc/ssl/certificate.pem' },
});
const scanPolicy = (...banned: string[]) => ({
  licenses: { enabled: true, allowed: [], banned, unknownViolates: true },
  security: { minSeverity: null },
});

interface Kind {
  what: string;
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  /** Two changes that differ. */
  changes: readonly [object, object];
}
const kinds: Kind[] = [
  {
    what: 'Permission shared',
    method: 'PUT',
    url: '/access/api/v2/permissions/shared',
    changes: [{ resources: granted('READ', 'WRITE') }, { resources: granted('READ', 'DELETE') }],
  },
  {
    what: 'Repository shared',
    method: 'POST',
    url: '/artifactory/api/repositories/shared',
    changes: [{ description: 'First' }, { description: 'Second' }],
  },
  {
    what: 'Repository both',
    method: 'POST',
    url: '/artifactory/api/repositories/both',
    changes: [virtual('shared', 'generic-local'), virtual()],
  },
  {
    what: 'User shared',
    method: 'PATCH',
    url: '/access/api/v2/users/shared',
    changes: [{ groups: [] }, { email: 'shared@example.org', groups: ['readers'] }],
  },
  {
    what: 'Cleanup policy shared',
    method: 'PUT',
    url: '/ui/api/v1/ui/cleanup/policies/shared',
    changes: [cleanup('First'), cleanup('Second')],
  },
  {
    what: 'Webhook shared',
    method: 'PUT',
    url: '/event/api/v1/subscriptions/shared',
    changes: [webhook('Second'), webhook('Third')],
  },
  {
    what: 'Group shared',
    method: 'PATCH',
    url: '/access/api/v2/groups/shared',
    changes: [{ admin_privileges: true }, { admin_privileges: false, members: ['shared'] }],
  },
  {
    what: 'Project shared',
    method: 'PUT',
    url: '/access/api/v1/projects/shared',
    changes: [{ display_name: 'Second' }, { display_name: 'Third', storage_quota_bytes: 1024 }],
  },
  ...(['users/admin', 'groups/shared'] as const).map(
    (member): Kind => ({
      what: `Membership of ${member.split('/')[1]} in project shared`,
      method: 'PUT',
      url: `/access/api/v1/projects/shared/${member}`,
      changes: [{ roles: ['Developer'] }, { roles: ['Project Admin'] }],
    }),
  ),
  {
    what: 'Proxy shared',
    method: 'PUT',
    url: '/ui/api/v1/ui/proxies/crud/shared',
    changes: [proxy({ password: 'one' }), proxy({ password: 'other', noProxy: ['10.0.0.0/8'] })],
  },
  {
    what: 'Provider shared',
    method: 'PUT',
    url: '/access/api/v1/oauth/providers/shared',
    changes: [openId({ clientSecret: 'one' }), openId({ displayName: 'Other', clientSecret: 'other' })],
  },
  {
    what: 'Provider shared',
    method: 'PUT',
    url: '/access/api/v1/saml/providers/shared',
    changes: [saml({ displayName: 'One' }), saml({ createUsers: false })],
  },
];

/** Settings that exist once. */
const singles: Kind[] = [
  {
    what: 'LDAP directory',
    method: 'PUT',
    url: '/access/api/v1/ldap',
    changes: [ldap({ managerPassword: 'one' }), ldap({ createUsers: false })],
  },
  {
    what: 'Crowd',
    method: 'PUT',
    url: '/access/api/v1/sso/crowd',
    changes: ['one', 'other'].map((application) => ({
      ...{ enabled: false, url: 'https://192.0.2.1/crowd', application },
      ...{ createUsers: true, allowPrivate: true },
    })) as [object, object],
  },
  {
    what: 'The email server',
    method: 'PUT',
    url: '/access/api/v1/mail',
    changes: [mail({ password: 'one' }), mail({ subjectPrefix: 'Other' })],
  },
  {
    what: 'The reverse-proxy configuration',
    method: 'POST',
    url: '/artifactory/api/system/configuration/webServer',
    changes: [webServer('one.example.org'), webServer('other.example.org')],
  },
];

describe.each(singles)(
  'two administrators who configure the same: $what',
  ({ what, method, url, changes }) => {
    it('do not overwrite each other the first time [adm-01]', async () => {
      expect((await call('GET', url)).statusCode).toBe(404);
      const answers = await Promise.all(changes.map((change) => call(method, url, change, 'none')));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
      const refused = answers.find(({ statusCode }) => statusCode === 412);
      expect(refused?.json().errors[0].message).toContain(`${what} was changed after you opened it`);
    });

    it('can save again, based on the answer to the change before [adm-01]', async () => {
      const first = await call(method, url, changes[0], `${(await call('GET', url)).headers.etag}`);
      const second = await call(method, url, changes[1], `${first.headers.etag}`);
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      expect((await call(method, url, changes[0], `${first.headers.etag}`)).statusCode).toBe(412);
    });
  },
);

kinds.push(...singles, {
  what: 'The scan policy',
  method: 'PUT',
  url: '/xray/api/v1/policy',
  changes: [scanPolicy('MIT'), scanPolicy('GPL-*')],
});

describe.each(kinds)(
  'two administrators who change the same object: $what',
  ({ what, method, url, changes }) => {
    const tagOf = async () => `${(await call('GET', url)).headers.etag}`;

    it('do not overwrite each other [adm-01]', async () => {
      const opened = await tagOf();
      const [first, second] = changes;
      expect((await call(method, url, first, opened)).statusCode).toBe(200);
      const stored = (await call('GET', url)).json();
      const refused = await call(method, url, second, opened);
      expect(refused.statusCode).toBe(412);
      expect(refused.json().errors[0]).toMatchObject({
        code: 'CHANGED_SINCE',
        message: `${what} was changed after you opened it. Your changes are not saved. Reload it, compare, and make your changes again`,
      });
      expect((await call('GET', url)).json()).toEqual(stored);
      // As it arrives through a proxy that compresses responses.
      expect((await call(method, url, second, `W/${await tagOf()}`)).statusCode).toBe(200);
      const zipped = (await tagOf()).replace(/"$/, '-gzip"');
      expect((await call(method, url, first, zipped)).statusCode).toBe(200);
    });

    it('at the same time: one of them saves', async () => {
      expect((await call(method, url, changes[1])).statusCode).toBe(200);
      const opened = await tagOf();
      const answers = await Promise.all([0, 1, 2].map(() => call(method, url, changes[0], opened)));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412, 412]);
    });

    it('as scripts, without a version, replace it as before', async () => {
      for (const change of changes) expect((await call(method, url, change)).statusCode).toBe(200);
      expect((await call(method, url, changes[0], '*')).statusCode).toBe(200);
    });
  },
);

it.each(['users/admin', 'groups/shared'])('add no member twice: %s [adm-01]', async (member) => {
  const url = `/access/api/v1/projects/shared/${member}`;
  const before = (await call('GET', url)).json();
  const again = await call('PUT', url, { roles: ['Release Manager'] }, 'none');
  expect(again.statusCode).toBe(412);
  expect((await call('GET', url)).json()).toEqual(before);
});

it('of a group do not grant rights to members that they have not seen [adm-01]', async () => {
  const url = '/access/api/v2/groups/shared';
  const opened = `${(await call('GET', url)).headers.etag}`;
  const added = await call('PATCH', `${url}/members`, { add: ['admin'] }, opened);
  expect(added.statusCode).toBe(200);
  expect((await call('PATCH', url, { admin_privileges: true }, opened)).statusCode).toBe(412);
  expect((await call('PATCH', `${url}/members`, { remove: ['admin'] }, opened)).statusCode).toBe(412);
  // As the form does it: members first, then the rest.
  const next = `${added.headers.etag}`;
  expect((await call('PATCH', url, { description: 'Seen' }, next)).statusCode).toBe(200);
});

it('of a repository keep the fields that the other one changes [adm-01]', async () => {
  const url = '/artifactory/api/repositories/shared';
  const changes = [{ description: 'Kept' }, { notes: 'Kept, too' }, { blackedOut: true }];
  const answers = await Promise.all(changes.map((change) => call('POST', url, change)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await call('GET', url)).json()).toMatchObject(Object.assign({}, ...changes));
});

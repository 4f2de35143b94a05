import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const [v1, v2] = ['/access/api/v1', '/access/api/v2'];
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING', LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
  await run(sql`create function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'The audit log is not available'; end $$`);
});
afterAll(() => platform.close());

const run = (statement: ReturnType<typeof sql>) =>
  withStorage(platform.storage, () => db().execute(statement));
const refuse = () =>
  run(sql`create trigger refuse before insert on audit_events for each row execute function refuse_audit()`);
const accept = () => run(sql`drop trigger refuse on audit_events`);

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const send = (method: Method, url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth, 'x-jfrog-reauthentication': platform.adminAuth },
    ...(payload ? { payload } : {}),
  });

const mail = {
  ...{ enabled: false, host: 'localhost', port: 25, security: 'none', username: '', password: '' },
  ...{ from: 'a@localhost', subjectPrefix: '' },
};
const webServer = {
  ...{ webServerType: 'NGINX', serverName: 'packages.example.org', useHttp: false, useHttps: true },
  ...{ httpsPort: 8443, sslKey: '/etc/ssl/key.pem', sslCertificate: '/etc/ssl/certificate.pem' },
};
const git = {
  ...{ userName: 'x', integrationName: 'code', token: 'x', url: 'https://github.com' },
  ...{ vendorName: 1, integrationType: 1 },
};
const webhook = {
  key: 'hook',
  event_filter: { domain: 'user', event_types: ['locked'] },
  handlers: [{ handler_type: 'webhook', url: 'http://127.0.0.1:1/' }],
};
const artifact = { actions: { users: {}, groups: {} }, targets: { 'npm-local': {} } };
const cleanup = {
  ...{
    description: '',
    enabled: false,
    repositories: ['npm-local'],
    repositoryClasses: [],
    packageTypes: [],
  },
  ...{
    select: 'all',
    include: ['**'],
    exclude: [],
    keepBuilds: true,
    every: 'never',
    hour: 2,
    olderThanDays: 30,
  },
};
const openId = {
  ...{ name: 'one', displayName: '', enabled: true, type: 'openid', issuer: 'https://192.0.2.1' },
  ...{ clientId: 'lading', clientSecret: 'x', scope: 'openid', userNameClaim: 'sub', groupsClaim: '' },
  ...{ createUsers: true, linkExisting: false, allowPrivate: true },
};
const saml = {
  ...{ name: 'two', enabled: true, displayName: '', idpEntityId: 'two', loginUrl: 'https://192.0.2.1/' },
  ...{ logoutUrl: '', certificates: [selfSigned('rsa', { days: 60 }).cert], entityId: 'lading' },
  ...{ userNameAttribute: '', emailAttribute: '', groupsAttribute: '', createUsers: true },
  ...{ linkExisting: false, signRequests: false },
};
const ldap = {
  ...{ enabled: true, url: 'ldap://192.0.2.1', startTls: false, createUsers: true, allowPrivate: true },
  ...{ managerDn: '', managerPassword: '', searchBase: 'dc=x', searchFilter: '(uid={0})' },
  ...{ emailAttribute: 'mail', groupBase: '', groupFilter: '(member={0})', groupNameAttribute: 'cn' },
};
const policy = {
  licenses: {
    enabled: true,
    allowed: ['MIT'],
    banned: [],
    unknownViolates: false,
    missingViolatesEverywhere: false,
  },
  security: { minSeverity: null },
};
const footer = '/ui/api/v1/system/auth/screen/footer';
const crud = '/ui/api/v1/ui/proxies/crud';
const system = '/artifactory/api/system';

// A change that nothing records does not happen: otherwise a full disk hides it.
it.each<[Method, string, object, string]>([
  [
    'PUT',
    '/artifactory/api/repositories/tea-local',
    { rclass: 'local', packageType: 'generic' },
    '/artifactory/api/repositories',
  ],
  ['POST', `${v2}/users`, { username: 'rosa', password: 'an old tune of the sea' }, `${v2}/users`],
  ['POST', `${v2}/groups`, { name: 'crew' }, `${v2}/groups`],
  ['POST', `${v2}/permissions`, { name: 'tea', resources: { artifact } }, `${v2}/permissions`],
  ['POST', `${v1}/projects`, { project_key: 'ship', display_name: 'Ship' }, `${v1}/projects`],
  ['POST', `${v1}/environments`, { name: 'STAGE' }, `${v1}/environments`],
  ['PATCH', `${v1}/auth/settings`, { audit: { retentionDays: 90 } }, `${v1}/auth/settings`],
  ['PUT', `${v1}/mail`, mail, `${v1}/mail`],
  ['PUT', `${v1}/ldap`, ldap, `${v1}/ldap`],
  ['POST', `${v1}/oauth/providers`, openId, `${v1}/oauth/providers`],
  ['POST', `${v1}/saml/providers`, saml, `${v1}/saml/providers`],
  ['PUT', '/ui/api/v1/ui/cleanup/policies/old', cleanup, '/ui/api/v1/ui/cleanup/policies'],
  ['PUT', '/xray/api/v1/policy', policy, '/xray/api/v1/policy'],
  ['PUT', '/ui/api/v1/system/base-url', { url: 'https://lading.example.org' }, '/ui/api/v1/system/base-url'],
  [
    'PUT',
    '/ui/api/v1/system/maintenance',
    { enabled: false, message: 'Back soon' },
    '/ui/api/v1/system/maintenance',
  ],
  ['PUT', footer, { systemMessage: 'Noon' }, footer],
  ['POST', crud, { key: 'out', host: '192.0.2.1', port: 3128 }, crud],
  ['POST', `${system}/licenses`, { type: 'ENTERPRISE' }, footer],
  ['POST', `${system}/configuration/webServer`, webServer, `${system}/configuration/webServer`],
  ['POST', '/event/api/v1/subscriptions', webhook, '/event/api/v1/subscriptions'],
  ['POST', '/ui/api/v1/integration', git, '/ui/api/v1/integration/getIntegrations'],
])('makes no change that the audit log refuses: %s %s [adm-02]', async (method, url, payload, shown) => {
  const before = await send('GET', shown);
  await refuse();
  const refused = await send(method, url, payload).finally(accept);
  expect(refused.statusCode, refused.body).toBe(500);
  const after = await send('GET', shown);
  expect(after.statusCode).toBe(before.statusCode);
  // A 404 contains the ID of its request.
  if (before.statusCode === 200) expect(after.body).toBe(before.body);
  const accepted = await send(method, url, payload);
  expect(accepted.statusCode, accepted.body).toBeLessThan(300);
});

import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcRoutes } from '../mc/routes.ts';
import { installServices } from '../mc/services.ts';
import { Seal } from '../sealing/Seal.ts';
import { withStorage } from '../storage/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { accessRoutes } from './routes.ts';
import { issueToken } from './tokens.ts';
import { createUser } from './users.ts';

/** From least to most: each may what those before it may. */
const callers = ['anonymous', 'user', 'member', 'projectAdmin', 'admin'] as const;
type Level = (typeof callers)[number];
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const [ui, v1, v2] = ['/ui/api/v1', '/access/api/v1', '/access/api/v2'];
const cli = `${v2}/authentication/jfrog_client_login`;
const none = '00000000-0000-0000-0000-000000000000';
const artifact = { actions: { users: {}, groups: {} }, targets: {} };
const permission = { resources: { artifact } };
const roles = { roles: ['Viewer'] };
const login = { password: 'not the right one' };
const provider = {
  ...{ name: 'none', displayName: '', enabled: false, type: 'openid', issuer: 'nowhere', clientId: 'x' },
  ...{ scope: 'openid', userNameClaim: 'sub', groupsClaim: '', createUsers: false, linkExisting: false },
  allowPrivate: false,
};
const saml = {
  ...{
    enabled: false,
    displayName: '',
    idpEntityId: 'x',
    loginUrl: 'nowhere',
    logoutUrl: '',
    certificates: ['x'],
  },
  ...{ entityId: 'x', userNameAttribute: '', emailAttribute: '', groupsAttribute: '' },
  ...{ createUsers: false, linkExisting: false },
};
const directories = {
  '/ldap': {
    ...{ enabled: false, url: 'nowhere', startTls: false, managerDn: '', searchBase: '', searchFilter: '' },
    ...{ emailAttribute: '', groupBase: '', groupFilter: '', groupNameAttribute: '' },
    ...{ createUsers: false, allowPrivate: false },
  },
  '/sso/http': { enabled: false, header: 'X-User', proxies: [], createUsers: false },
  '/sso/crowd': { enabled: false, url: 'nowhere', application: 'x', createUsers: false, allowPrivate: false },
};
const mail = {
  ...{ enabled: false, host: 'localhost', port: 25, security: 'none' },
  ...{ username: '', from: 'a@localhost', subjectPrefix: '' },
};
const changed = { ...login, userName: 'nobody', oldPassword: 'x', newPassword1: 'y', newPassword2: 'z' };

/** Who is the least that may; a body that passes the schema, so that it comes to be asked. */
type Route = [Level, Method, string, object?];
const routes: Route[] = [
  ['anonymous', 'GET', `${ui}/system/auth/screen/footer`],
  ['anonymous', 'GET', `${ui}/system/features`],
  ['anonymous', 'GET', `${ui}/system/logo`],
  ['anonymous', 'GET', `${ui}/auth/saml/logoutRequest`],
  ['anonymous', 'GET', '/mc/api/v4/system/ping'],
  ['anonymous', 'POST', `${ui}/ui/auth/logout`],
  ['anonymous', 'POST', `${ui}/ui/auth/loginRelatedData`],
  ['anonymous', 'GET', `${ui}/access/auth/loginRelatedData`],
  ['anonymous', 'GET', `${ui}/access/auth/loginPageVisibility`],
  ['anonymous', 'GET', `${ui}/ui/auth/userPlugins`],
  ['anonymous', 'GET', `${ui}/ui/oauth/providers`],
  ['anonymous', 'GET', `${ui}/ui/auth/redirect?redirectTo=/ui/`],
  ['anonymous', 'POST', `${ui}/ui/auth/login`, { ...login, user: 'nobody' }],
  ['anonymous', 'POST', `${ui}/access/auth/login`, { ...login, username: 'nobody' }],
  ['anonymous', 'POST', `${ui}/ui/auth/changePassword`, changed],
  ['anonymous', 'GET', `${ui}/ui/auth/autoRedirect`],
  ['anonymous', 'GET', `${ui}/ui/auth/loginDialogSettings`],
  ['anonymous', 'POST', `${ui}/ui/auth/forgotpassword`, { user: 'nobody' }],
  ['anonymous', 'POST', `${ui}/ui/auth/validatetoken?key=none`],
  ['anonymous', 'POST', `${ui}/ui/auth/resetpassword?key=none`, { ...login, user: 'nobody' }],
  ...['ui', 'access'].flatMap((variant): Route[] => [
    ['anonymous', 'GET', `${ui}/${variant}/auth/mfa/enroll/nobody`],
    ['anonymous', 'POST', `${ui}/${variant}/auth/mfa/verify/nobody`, { otp: '123456' }],
  ]),
  ['anonymous', 'POST', `${cli}/request`, { session: none }],
  ['anonymous', 'GET', `${cli}/token/${none}`],
  ['user', 'POST', `${cli}/describe`, { session: none }],
  ['user', 'POST', `${cli}/response`, { session: none, code: '0000' }],
  ['user', 'GET', `${ui}/access/mfa`],
  ['user', 'POST', `${ui}/access/mfa/enroll`],
  ['user', 'POST', `${ui}/access/mfa/confirm`, { otp: '123456' }],
  ['user', 'POST', `${ui}/access/mfa/recoveryCodes`],
  ['user', 'DELETE', `${ui}/access/mfa`],
  ['admin', 'DELETE', `${v1}/mfa/nobody`],
  ['user', 'GET', `${ui}/ui/auth/current`],
  ['user', 'GET', `${ui}/system/microservices`],
  ['user', 'GET', `${ui}/system/ismicroserviceenabled/mc`],
  ['user', 'GET', `${ui}/system/entitlements`],
  ['user', 'GET', `${ui}/system/cloud`],
  ['user', 'GET', `${ui}/system/infoWidget`],
  ['user', 'GET', `${ui}/system/analytics`],
  ['user', 'GET', `${ui}/system/securityPermissions`],
  ['user', 'GET', `${ui}/system/onboarding`],
  ['user', 'PUT', `${ui}/system/onboarding`, {}],
  ['user', 'GET', `${ui}/ui/packages/available`],
  ['user', 'GET', `${ui}/ui/userProfile`],
  ['user', 'POST', `${ui}/ui/userProfile`, login],
  ['user', 'PUT', `${ui}/ui/userProfile`, {}],
  ['user', 'GET', `${ui}/ui/userApiKey`],
  ['user', 'POST', `${ui}/ui/userApiKey`],
  ['user', 'PUT', `${ui}/ui/userApiKey`],
  ['user', 'DELETE', `${ui}/ui/userApiKey`],
  ['user', 'GET', `${ui}/access/sessions`],
  ['user', 'DELETE', `${ui}/access/sessions`],
  ['user', 'DELETE', `${ui}/access/sessions/${none}`],
  ['user', 'GET', `${ui}/access/projects`],
  ['user', 'GET', `${ui}/access/projects/tea`],
  ['user', 'GET', `${v1}/projects`],
  ['user', 'GET', `${v1}/environments`],
  ['user', 'GET', `${v1}/tokens`],
  ['user', 'POST', `${v1}/tokens`, {}],
  ['user', 'DELETE', `${v1}/tokens/${none}`],
  ['member', 'GET', `${v1}/projects/tea`],
  ['member', 'GET', `${v1}/projects/tea/roles`],
  ['member', 'GET', `${v1}/projects/tea/users`],
  ['member', 'GET', `${v1}/projects/tea/users/nobody`],
  ['member', 'GET', `${v1}/projects/tea/groups`],
  ['member', 'GET', `${v1}/projects/tea/groups/nobody`],
  ['projectAdmin', 'PUT', `${v1}/projects/tea`, {}],
  ['projectAdmin', 'PUT', `${v1}/projects/tea/users/nobody`, roles],
  ['projectAdmin', 'DELETE', `${v1}/projects/tea/users/nobody`],
  ['projectAdmin', 'PUT', `${v1}/projects/tea/groups/nobody`, roles],
  ['projectAdmin', 'DELETE', `${v1}/projects/tea/groups/nobody`],
  ['projectAdmin', 'PUT', '/artifactory/api/repositories/tea-x', { projectKey: 'tea' }],
  ['projectAdmin', 'POST', '/artifactory/api/repositories/tea-npm', { rclass: 'x' }],
  ['admin', 'POST', '/artifactory/api/repositories/npm-local', { rclass: 'x' }],
  ['admin', 'PUT', '/artifactory/api/repositories/npm-x', { rclass: 'x' }],
  ['admin', 'DELETE', '/artifactory/api/repositories/none'],
  ['admin', 'GET', `${v1}/projects/other`],
  ['admin', 'GET', `${v1}/projects/nowhere`],
  ['admin', 'PUT', `${v1}/projects/other`, {}],
  ['admin', 'PUT', `${v1}/projects/other/users/nobody`, roles],
  ['admin', 'PUT', `${v1}/projects/tea`, { storage_quota_bytes: -1 }],
  ['admin', 'POST', `${v1}/projects`, { project_key: 'Bad', display_name: 'Bad' }],
  ['admin', 'DELETE', `${v1}/projects/tea`],
  ['admin', 'POST', `${v1}/environments`, { name: 'not one' }],
  ['admin', 'DELETE', `${v1}/environments/none`],
  ['admin', 'GET', `${v1}/tokens?username=nobody`],
  ['admin', 'GET', `${v1}/auth/settings`],
  ['admin', 'PATCH', `${v1}/auth/settings`, {}],
  ['anonymous', 'GET', `${ui}/ui/oauth/none/login`],
  ['anonymous', 'GET', `${ui}/ui/oauth/none/callback`],
  ['admin', 'GET', `${v1}/oauth/providers`],
  ['admin', 'POST', `${v1}/oauth/providers`, provider],
  ['admin', 'POST', `${v1}/oauth/providers/test`, provider],
  ['admin', 'GET', `${v1}/oauth/providers/none`],
  ['admin', 'PUT', `${v1}/oauth/providers/none`, provider],
  ['admin', 'DELETE', `${v1}/oauth/providers/none`],
  ['anonymous', 'GET', `${ui}/auth/saml/loginRequest`],
  ['anonymous', 'POST', `${ui}/auth/saml/loginResponse`, { SAMLResponse: 'x' }],
  ['anonymous', 'GET', `${ui}/auth/saml/finish?state=none`],
  ['anonymous', 'GET', `${ui}/auth/saml/logout`],
  ['anonymous', 'GET', `${ui}/auth/saml/logoutResponse`],
  ['anonymous', 'POST', `${ui}/auth/saml/logoutResponse`, {}],
  ['anonymous', 'GET', `${ui}/auth/saml/metadata`],
  ['admin', 'GET', `${v1}/saml`],
  ['admin', 'PUT', `${v1}/saml`, saml],
  ['admin', 'DELETE', `${v1}/saml`],
  ['admin', 'POST', `${v1}/saml/test`, saml],
  ['anonymous', 'POST', `${ui}/access/auth/verifyToken`, { token: 'none' }],
  ['anonymous', 'POST', `${ui}/access/auth/setPassword`, { ...login, token: 'none' }],
  ['anonymous', 'GET', `${ui}/access/auth/register`],
  ['anonymous', 'POST', `${ui}/access/auth/register`, { email: 'nobody' }],
  ['admin', 'POST', `${ui}/access/token/admin`],
  ['admin', 'POST', `${v1}/users/invite`, { invited_email: 'nobody' }],
  ...['ui', 'access'].flatMap((variant): Route[] => [
    ['anonymous', 'GET', `${ui}/${variant}/auth/sso/http`],
    ['anonymous', 'GET', `${ui}/${variant}/auth/sso/crowd`],
  ]),
  ...Object.entries(directories).flatMap(([path, body]): Route[] => [
    ['admin', 'GET', `${v1}${path}`],
    ['admin', 'PUT', `${v1}${path}`, body],
    ['admin', 'DELETE', `${v1}${path}`],
  ]),
  ['admin', 'POST', `${v1}/ldap/test`, { settings: directories['/ldap'] }],
  ['admin', 'POST', `${v1}/sso/crowd/test`, directories['/sso/crowd']],
  ['admin', 'GET', `${v1}/mail`],
  ['admin', 'PUT', `${v1}/mail`, mail],
  ['admin', 'DELETE', `${v1}/mail`],
  ['admin', 'POST', `${v1}/mail/test`, { to: 'nobody@localhost' }],
  ['admin', 'GET', `${v1}/audit`],
  ['admin', 'GET', `${v2}/groups`],
  ['admin', 'POST', `${v2}/groups`, { name: '../' }],
  ['admin', 'GET', `${v2}/groups/nobody`],
  ['admin', 'PATCH', `${v2}/groups/nobody`, {}],
  ['admin', 'PATCH', `${v2}/groups/nobody/members`, {}],
  ['admin', 'DELETE', `${v2}/groups/nobody`],
  ['admin', 'GET', `${v2}/users`],
  ['admin', 'GET', `${ui}/access/users/nobody/console`],
  ['admin', 'POST', `${v2}/users`, { username: '../' }],
  ['admin', 'GET', `${v2}/users/nobody`],
  ['admin', 'PATCH', `${v2}/users/nobody`, {}],
  ['admin', 'DELETE', `${v2}/users/nobody`],
  ['admin', 'GET', `${v2}/permissions`],
  ['admin', 'POST', `${v2}/permissions`, { ...permission, name: 'Everything for readers' }],
  ['admin', 'GET', `${v2}/permissions/none`],
  ['admin', 'PUT', `${v2}/permissions/none`, permission],
  ['admin', 'DELETE', `${v2}/permissions/none`],
  ['admin', 'GET', '/artifactory/api/system/license'],
  ['admin', 'POST', '/artifactory/api/system/licenses', { type: 'TRIAL', validThrough: 'never' }],
  ['admin', 'DELETE', '/artifactory/api/system/licenses'],
  ['admin', 'PUT', `${ui}/system/auth/screen/footer`, {}],
  ['admin', 'PUT', `${ui}/system/logo`],
  ['admin', 'DELETE', `${ui}/system/logo`],
];

const password = 'an old tune of the sea';
let platform: TestPlatform;
const headers: Record<string, Record<string, string>> = { anonymous: {} };
beforeAll(async () => {
  platform = await testPlatform();
  const basic = (name: string, secret: string) => {
    const value = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
    return { authorization: value, 'x-jfrog-reauthentication': value };
  };
  headers.admin = basic('admin', platform.adminPassword);
  const send = (method: Method, url: string, payload: object) =>
    platform.app.inject({ method, url, payload, headers: { authorization: platform.adminAuth } });
  await withStorage(platform.storage, async () => {
    for (const name of ['user', 'member', 'projectadmin']) await createUser(name, { password });
    const scope = 'repository:*:read,deploy,delete,annotate,manage';
    const { accessToken } = await issueToken({ userName: 'admin', scope, expiresIn: 600 });
    headers.limited = { authorization: `Bearer ${accessToken}` };
  });
  for (const name of ['user', 'member', 'projectAdmin']) headers[name] = basic(name.toLowerCase(), password);
  for (const key of ['tea', 'other']) {
    await send('POST', `${v1}/projects`, { project_key: key, display_name: key });
  }
  await send('PUT', `${v1}/projects/tea/users/member`, { roles: ['Developer'] });
  await send('PUT', `${v1}/projects/tea/users/projectadmin`, { roles: ['Project Admin'] });
  const repository = { rclass: 'local', packageType: 'npm', projectKey: 'tea' };
  await send('PUT', '/artifactory/api/repositories/tea-npm', repository);
});
afterAll(() => platform.close());

/** Whether the caller was let through, whatever came of it then. */
async function isLetThrough(who: string, [, method, url, payload]: Route): Promise<boolean> {
  const picture = url.endsWith('/logo') && method === 'PUT';
  const answer = await platform.app.inject({
    method,
    url,
    headers: { ...headers[who], ...(picture ? { 'content-type': 'image/png' } : {}) },
    ...(picture ? { payload: Buffer.from('no picture') } : payload ? { payload } : {}),
  });
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  const { code } = answer.statusCode < 400 ? { code: '' } : answer.json().errors[0];
  if (code === 'UNAUTHORIZED') expect([who, answer.statusCode]).toEqual(['anonymous', 401]);
  if (code === 'FORBIDDEN') expect(answer.statusCode).toBe(403);
  return code !== 'UNAUTHORIZED' && code !== 'FORBIDDEN';
}

describe('who may call what', () => {
  it.each(routes)('is, from %s on: %s %s', async (...route) => {
    const least = callers.indexOf(route[0]);
    for (const [at, who] of callers.entries()) {
      expect([who, await isLetThrough(who, route)]).toEqual([who, at >= least]);
    }
    // What is a member's or more is nothing for a token that was made for files.
    if (least >= callers.indexOf('member')) expect(await isLetThrough('limited', route)).toBe(false);
  });

  it('is said of every route', async () => {
    const app = Fastify();
    app.decorate('settings', platform.settings);
    app.decorate('seal', new Seal(randomBytes(32)));
    installServices(app);
    const registered: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      if (method !== 'HEAD') registered.push(`${method} ${url.replace(/\/$/, '').replace(/:\w+/g, '*')}`);
    });
    await app.register(mcRoutes);
    await app.register(accessRoutes);
    await app.ready();
    const said = routes.map(([, method, url]) => `${method} ${url.split('?')[0]}`);
    const isSaid = (route: string) => {
      const pattern = new RegExp(`^${route.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
      return said.some((known) => pattern.test(known));
    };
    expect(registered.length).toBeGreaterThan(70);
    const missing = registered.filter((route) => !isSaid(route) && !route.endsWith('userApiKey/*'));
    expect(missing).toEqual([]);
    await app.close();
  });
});

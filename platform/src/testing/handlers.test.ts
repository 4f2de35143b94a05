import type { MailSettings, OAuthProviderSettings, SetMeUp } from '@lading/contract/rest';
import {
  authAdminHandlers,
  authAdminState,
  authHandlers,
  authState,
  mfaHandlers,
  mfaState,
  platformHandlers,
  platformState,
  profileHandlers,
  profileState,
  startupHandlers,
  startupState,
  testUser,
} from '@lading/contract/testing/handlers';
import { setupServer } from 'msw/node';
import { fetch as undisturbed } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMailedKey } from '../access/mail/mailedKeys.ts';
import { TestMailServer } from '../access/mail/testing/TestMailServer.ts';
import { deviceCode } from '../access/mfa/testing/deviceCode.ts';
import { createUser } from '../access/users.ts';
import { withStorage } from '../storage/db.ts';
import { type TestPlatform, testPlatform } from './testPlatform.ts';

const password = 'an old tune of the sea';
const session = '6f6c8f8e-3c1b-4e55-9d6e-2a1f0c0dbeef';
const [ui, v1] = ['/ui/api/v1', '/access/api/v1'];
const cli = '/access/api/v2/authentication/jfrog_client_login';

interface Step {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
}

/** What differs between the two: what only a mail says, and what a device shows. */
interface Side {
  ask(step: Step): Promise<{ status: number; json: unknown }>;
  resetKey: string;
  invitation: string;
  otp(secret: string): string;
}

let platform: TestPlatform;
let mailServer: TestMailServer;
let real: Side;
let mock: Side;
const server = setupServer();

beforeAll(async () => {
  mailServer = await TestMailServer.start();
  platform = await testPlatform({ listen: true });
  const [resetKey, invitation] = await withStorage(platform.storage, async () => {
    await createUser('ada', { password, email: 'ada@example.org', admin: true });
    const who = { userName: 'ada', email: 'ada@example.org' };
    const bea = { userName: 'bea@example.org', email: 'bea@example.org' };
    return [await newMailedKey('reset', who, 600), await newMailedKey('invitation', bea, 600)];
  });
  real = {
    ask: browser(platform.baseUrl, undisturbed as unknown as typeof fetch),
    resetKey,
    invitation,
    otp: (secret) => deviceCode(secret),
  };
  const put = { method: 'PUT', url: `${v1}/mail`, payload: mail() } as const;
  await platform.app.inject({ ...put, headers: { authorization: platform.adminAuth } });
  await platform.app.inject({ method: 'POST', url: `${cli}/request`, payload: { session } });

  const user = testUser({ admin: true, canDeploy: true, canManage: true, projectAdmin: true });
  const startup = startupState({ accounts: { ada: { password, user } } });
  const login = { client: 'jf', address: '127.0.0.1', created: '', expires: '', attemptsLeft: 5 };
  const state = authState({ clientLogins: { [session]: login } });
  const { password: _kept, ...kept } = mail();
  const admin = authAdminState({ mail: { ...kept, hasPassword: false, linkBase: 'http://mock.example' } });
  server.use(
    ...startupHandlers(startup),
    ...authHandlers(startup, state),
    ...mfaHandlers(startup, mfaState()),
    ...profileHandlers(profileState({ password })),
    ...platformHandlers(platformState({ setMeUp: setMeUp() })),
    ...authAdminHandlers(admin),
  );
  server.listen({ onUnhandledRequest: 'bypass' });
  mock = {
    ask: browser('http://mock.example', fetch),
    resetKey: 'a-key',
    invitation: 'an-invitation',
    otp: () => '123456',
  };
});
afterAll(async () => {
  server.close();
  await platform.close();
  await mailServer.close();
});

function setMeUp(): SetMeUp {
  const rights = { isLocal: true, isRemote: false, isVirtual: false, canRead: true, canDeploy: true };
  const repoKeyTypes = [{ repoKey: 'npm-local', repoType: 'npm', ...rights }];
  return {
    repoKeyTypes,
    baseUrl: 'http://mock.example/artifactory',
    serverId: 'x',
    hostname: 'mock.example',
  };
}

function mail(): MailSettings {
  return {
    ...{ enabled: true, host: '127.0.0.1', port: mailServer.port, security: 'none' as const },
    ...{ username: '', password: '', from: 'lading@example.org', subjectPrefix: '' },
  };
}

/** The handlers take whatever goes by Node's own `fetch`. */
function browser(base: string, send: typeof fetch): Side['ask'] {
  const jar = new Map<string, string>();
  const reauthentication = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  return async ({ method, path, body }) => {
    const answer = await send(base + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-jfrog-reauthentication': reauthentication,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
  };
}

/** The names and kinds of all that an answer says; of a refusal, its code too. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'code' ? inner : shape(inner),
  ]);
  return Object.fromEntries(entries.sort(([a], [b]) => String(a).localeCompare(String(b))));
}

async function same(step: (side: Side) => Step): Promise<{ real: unknown; mock: unknown }> {
  const [one, other] = [await real.ask(step(real)), await mock.ask(step(mock))];
  const { method, path } = step(real);
  expect([method, path, other.status, shape(other.json)]).toEqual([
    method,
    path,
    one.status,
    shape(one.json),
  ]);
  return { real: one.json, mock: other.json };
}
const get = (path: string) => same(() => ({ method: 'GET', path }));
const send = (method: Step['method'], path: string, body?: object) =>
  same(() => ({ method, path, ...(body ? { body } : {}) }));

describe('the answers that screens are tested with are those of the platform', () => {
  it('before anybody is known', async () => {
    await get(`${ui}/ui/auth/current`);
    await send('POST', `${ui}/ui/auth/loginRelatedData`, { dummy: '' });
    await get(`${ui}/access/auth/loginRelatedData`);
    await get(`${ui}/ui/auth/loginDialogSettings`);
    await get(`${ui}/access/auth/loginPageVisibility`);
    await get(`${ui}/ui/auth/userPlugins`);
    await get(`${ui}/ui/auth/autoRedirect`);
    await get(`${ui}/ui/oauth/providers`);
    for (const kind of ['http', 'crowd']) {
      await get(`${ui}/ui/auth/sso/${kind}`);
      await get(`${ui}/access/auth/sso/${kind}`);
    }
    await send('POST', `${ui}/ui/auth/login`, { user: 'ada', password: 'wrong', type: 'login' });
    await send('POST', `${ui}/access/auth/login`, { username: 'ada', password: 'wrong' });
    await send('POST', `${cli}/describe`, { session });
  });

  it('of a forgotten password', async () => {
    await send('POST', `${ui}/ui/auth/forgotpassword`, { user: 'nobody' });
    await send('POST', `${ui}/ui/auth/validatetoken?key=wrong`);
    await same(({ resetKey }) => ({ method: 'POST', path: `${ui}/ui/auth/validatetoken?key=${resetKey}` }));
    const reset = (secret: string) =>
      same(({ resetKey }) => ({
        method: 'POST',
        path: `${ui}/ui/auth/resetpassword?key=${resetKey}`,
        body: { user: 'ada', password: secret },
      }));
    await reset('short');
    await reset(password);
    await reset(password);
  });

  it('of an invitation and of registration', async () => {
    const ask = (path: string, body: object = {}) =>
      same(({ invitation }) => ({
        method: 'POST',
        path: `${ui}/access/auth/${path}`,
        body: { token: invitation, ...body },
      }));
    await ask('verifyToken', { token: 'wrong' });
    await ask('verifyToken');
    await ask('setPassword', { password: 'short' });
    await ask('setPassword', { password });
    await ask('setPassword', { password });
    await get(`${ui}/access/auth/register`);
    await send('POST', `${ui}/access/auth/register`, { email: 'cay@example.org' });
  });

  it('of a sign-in, and of a client that is let in', async () => {
    await send('POST', `${ui}/ui/auth/login`, { user: 'ada', password, type: 'login' });
    await get(`${ui}/ui/auth/current`);
    await send('POST', `${cli}/describe`, { session: session.replace('beef', '0000') });
    await send('POST', `${cli}/describe`, { session });
    await send('POST', `${cli}/response`, { session, code: 'xxxx' });
    await send('POST', `${cli}/response`, { session, code: 'beef' });
    await send('POST', `${cli}/response`, { session, code: 'beef' });
  });

  it('of the profile', async () => {
    const [profile, key, sessions] = ['/ui/userProfile', '/ui/userApiKey', '/access/sessions'].map(
      (p) => ui + p,
    );
    await get(`${profile}`);
    await send('POST', `${profile}`, { password: 'wrong' });
    await send('POST', `${profile}`, { password });
    await send('PUT', `${profile}`, { email: 'ada@harbour.example' });
    await send('PUT', `${profile}`, { newPassword: password });
    await send('PUT', `${key}`);
    await get(`${key}`);
    await send('POST', `${key}`);
    await send('POST', `${key}`);
    await send('PUT', `${key}`);
    await send('DELETE', `${key}`);
    await send('DELETE', `${key}`);
    await get(`${sessions}`);
    await send('DELETE', `${sessions}`);
    await send('DELETE', `${sessions}/${session}`);
  });

  it('of access tokens', async () => {
    await get(`${v1}/tokens?username=ada`);
    const made = await send('POST', `${v1}/tokens`, { description: 'x', expires_in: 3600 });
    await get(`${v1}/tokens?username=ada`);
    await send('DELETE', `${v1}/tokens/${session}`);
    const idOf = (answer: unknown) => (answer as { token_id: string }).token_id;
    await same((side) => ({
      method: 'DELETE',
      path: `${v1}/tokens/${idOf(side === real ? made.real : made.mock)}`,
    }));
  });

  it('of what is told to those who set up a client', async () => {
    await get(`${ui}/ui/setMeUp`);
    const { real: said } = await get(`${ui}/ui/setMeUp/reverseProxyData`);
    expect(said).toMatchObject({ dockerReverseProxyMethod: 'REPOPATHPREFIX' });
  });

  it('of the settings', async () => {
    await get(`${v1}/auth/settings`);
    await send('PATCH', `${v1}/auth/settings`, { passwords: { minLength: 14 } });
    await get(`${v1}/mail`);
    await send('PUT', `${v1}/mail`, mail());
    await send('POST', `${v1}/mail/test`, { to: 'ops@example.org' });
    await send('POST', `${v1}/users/invite`, { invited_email: 'dan@example.org' });
    for (const path of ['/saml', '/ldap', '/sso/http', '/sso/crowd']) await get(v1 + path);
    const provider: OAuthProviderSettings = {
      ...{ name: 'one', displayName: '', enabled: true, type: 'openid', issuer: 'https://one.example' },
      ...{ clientId: 'x', clientSecret: 'y', scope: 'openid', userNameClaim: 'sub', groupsClaim: '' },
      ...{ createUsers: false, linkExisting: false, allowPrivate: false },
    };
    await get(`${v1}/oauth/providers`);
    await send('POST', `${v1}/oauth/providers`, provider);
    await send('POST', `${v1}/oauth/providers`, provider);
    await send('PUT', `${v1}/oauth/providers/one`, provider);
    await get(`${v1}/oauth/providers`);
    await get(`${v1}/oauth/providers/one`);
    await get(`${v1}/oauth/providers/none`);
    await send('DELETE', `${v1}/oauth/providers/one`);
    const proxy = { enabled: true, header: 'X-User', proxies: ['10.0.0.1'], createUsers: false };
    await send('PUT', `${v1}/sso/http`, proxy);
    await get(`${v1}/sso/http`);
    await send('DELETE', `${v1}/sso/http`);
    const crowd = {
      enabled: false,
      url: 'https://crowd.example',
      application: 'x',
      createUsers: false,
      allowPrivate: false,
    };
    await send('PUT', `${v1}/sso/crowd`, { ...crowd, password: 'y' });
    await get(`${v1}/sso/crowd`);
  });

  it('of the second factor', async () => {
    await get(`${ui}/access/mfa`);
    const shown = await send('POST', `${ui}/access/mfa/enroll`);
    const secret = (shown.real as { secret: string }).secret;
    await send('POST', `${ui}/access/mfa/confirm`, { otp: '000000' });
    await same(({ otp }) => ({
      method: 'POST',
      path: `${ui}/access/mfa/confirm`,
      body: { otp: otp(secret) },
    }));
    await get(`${ui}/access/mfa`);
    await send('POST', `${ui}/access/mfa/recoveryCodes`);
    await send('DELETE', `${ui}/access/mfa`);
    await send('POST', `${ui}/ui/auth/mfa/verify/ada`, { otp: '123456' });
    await get(`${ui}/access/auth/mfa/enroll/ada`);
    await send('POST', `${ui}/ui/auth/logout`);
    await get(`${ui}/ui/auth/current`);
  });
});

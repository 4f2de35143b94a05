import type { AuthSettingsPatch, Invitation } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { TestMailServer } from '../mail/testing/TestMailServer.ts';
import { createUser, findUser } from '../users.ts';

const auth = '/ui/api/v1/access/auth';
const password = 'an old tune of the sea';
let platform: TestPlatform;
let mailServer: TestMailServer;
beforeAll(async () => {
  mailServer = await TestMailServer.start();
  platform = await testPlatform({ env: { LADING_PUBLIC_URL: 'https://packages.example.org' } });
  await withStorage(platform.storage, () => db().execute(sql`insert into groups (name) values ('crew')`));
});
afterAll(async () => {
  await platform.close();
  await mailServer.close();
});

const admin = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
  platform.app.inject({
    method,
    url: `/access/api/v1${url}`,
    headers: { authorization: platform.adminAuth },
    payload,
  });
const set = (patch: AuthSettingsPatch) => admin('PATCH', '/auth/settings', patch);
const invite = (payload: object) => admin('POST', '/users/invite', payload);
const post = (url: string, payload: object) =>
  platform.app.inject({ method: 'POST', url: auth + url, payload });
const code = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;
const tokenOf = async (at: number) =>
  /invitation\?token=([\w-]+)/.exec((await mailServer.mail(at)).text)?.[1] ?? '';
const turnMailOn = () =>
  admin('PUT', '/mail', {
    ...{ enabled: true, host: '127.0.0.1', port: mailServer.port, security: 'none' },
    ...{ username: '', from: 'lading@example.org', subjectPrefix: '' },
  });

describe('an invitation', () => {
  it('needs an email server, and reports invalid fields', async () => {
    expect(code(await invite({ invited_email: 'bea@example.org' }))).toBe('MAIL_OFF');
    await turnMailOn();
    expect(code(await invite({ invited_email: 'nobody' }))).toBe('BAD_EMAIL');
    expect(code(await invite({ invited_email: 'bea@example.org\r\nBcc: all@example.org' }))).toBe(
      'BAD_EMAIL',
    );
    expect(code(await invite({ invited_email: 'a@example.org', username: 'admin' }))).toBe('USER_EXISTS');
    expect(code(await invite({ invited_email: 'a@example.org', username: '../x' }))).toBe('BAD_USER_NAME');
    expect(code(await invite({ invited_email: 'a@example.org', groups: ['none'] }))).toBe('GROUP_NOT_FOUND');
    mailServer.refusal = 'No such box';
    const refused = await invite({ invited_email: 'bea@example.org' });
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      502,
      expect.stringContaining('No such box'),
    ]);
    mailServer.refusal = undefined;
  });

  it('creates the user with the emailed token, once [login-10]', async () => {
    expect(
      (await invite({ invited_email: 'Bea+x@example.org', groups: ['crew'], source: 'test' })).statusCode,
    ).toBe(200);
    const token = await tokenOf(0);
    const shown = (await post('/verifyToken', { token })).json<Invitation>();
    expect(shown).toMatchObject({ user: 'bea-x@example.org', email: 'Bea+x@example.org' });
    expect(Date.parse(shown.expires) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(code(await post('/verifyToken', { token: 'made-up' }))).toBe('BAD_INVITATION');
    expect(code(await post('/setPassword', { token, password: 'short' }))).toBe('BAD_PASSWORD');
    const answers = await Promise.all([1, 2].map(() => post('/setPassword', { token, password })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect((await post('/verifyToken', { token })).statusCode).toBe(401);
    await signIn(platform.app, 'bea-x@example.org', password);
    const user = await withStorage(platform.storage, () => findUser('bea-x@example.org'));
    expect(user?.groups).toEqual(['crew', 'readers']);
  });

  it('expires', async () => {
    await invite({ invited_email: 'late@example.org' });
    const token = await tokenOf(1);
    await withStorage(platform.storage, () => db().execute(sql`update mailed_keys set expires = now()`));
    expect(code(await post('/setPassword', { token, password }))).toBe('BAD_INVITATION');
  });
});

describe('self-registration', () => {
  it('is off until an administrator allows it', async () => {
    expect((await platform.app.inject(`${auth}/register`)).json()).toEqual({ enabled: false });
    const answer = await post('/register', { email: 'cay@example.org' });
    expect([answer.statusCode, code(answer)]).toEqual([403, 'REGISTRATION_OFF']);
  });

  it('sends a link to addresses of allowed domains, and does not reveal existing users', async () => {
    await set({ registration: { enabled: true, domains: ['example.org'], groups: ['crew'] } });
    expect((await platform.app.inject(`${auth}/register`)).json()).toEqual({ enabled: true });
    expect(code(await post('/register', { email: 'cay@elsewhere.example' }))).toBe('BAD_EMAIL');
    await withStorage(platform.storage, () => createUser('here', { password, email: 'here@example.org' }));
    const known = await post('/register', { email: 'here@example.org' });
    const unknown = await post('/register', { email: 'cay@example.org' });
    expect([known.statusCode, known.json()]).toEqual([200, unknown.json()]);
    const token = await tokenOf(2);
    expect((await post('/setPassword', { token, password })).statusCode).toBe(200);
    const user = await withStorage(platform.storage, () => findUser('cay@example.org'));
    expect(user?.groups).toEqual(['crew', 'readers']);
    expect(mailServer.mails.every(({ to }) => !to.includes('here@example.org'))).toBe(true);
  });
});

describe('the password rules', () => {
  it('are set by an administrator', async () => {
    const change = (secret: string) =>
      platform.app.inject({
        method: 'PATCH',
        url: '/access/api/v2/users/here',
        headers: { authorization: platform.adminAuth },
        payload: { password: secret },
      });
    for (const breached of ['Sunshine-2024', 'sonyericsson', 'matrixmatrixmatrix', '12Liverpool34']) {
      expect((await change(breached)).json().errors[0].message, breached).toContain('breaches');
    }
    await set({ passwords: { minLength: 20, refuseBreached: false } });
    expect((await change('of sixteen chars')).json().errors[0].message).toContain('at least 20 characters');
    await set({ passwords: { minLength: 12 } });
    expect((await change('Sunshine-2024')).statusCode).toBe(200);
    expect((await set({ passwords: { minLength: 4 } })).statusCode).toBe(400);
  });

  it('let a password expire after some days', async () => {
    await set({ passwords: { expiresAfterDays: 90 } });
    const browser = await signIn(platform.app, 'cay@example.org', password);
    const current = (await browser.inject({ url: '/ui/api/v1/ui/auth/current' })).json();
    expect(current.currentPasswordValidFor).toBe(90);
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set password_changed = now() - interval '91 days' where name = 'here'`),
    );
    await expect(signIn(platform.app, 'here', 'Sunshine-2024')).rejects.toThrow('CREDENTIALS_EXPIRED');
  });
});

describe('an identity token', () => {
  it('authenticates its own user, after the password was entered again [login-16]', async () => {
    const browser = await signIn(platform.app, 'cay@example.org', password);
    const make = (name: string, headers = {}) =>
      browser.inject({
        method: 'POST',
        url: `/ui/api/v1/access/token/${name}`,
        headers,
        payload: { expiresIn: 600 },
      });
    const again = {
      'x-jfrog-reauthentication': `Basic ${Buffer.from(`cay@example.org:${password}`).toString('base64')}`,
    };
    expect(code(await make('cay@example.org'))).toBe('REAUTHENTICATION_REQUIRED');
    expect((await make('admin', again)).statusCode).toBe(403);
    const { access_token: token, expires_in: life } = (await make('cay@example.org', again)).json();
    expect(life).toBe(600);
    const current = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/current',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(current.json().name).toBe('cay@example.org');
  });
});

describe('sessions', () => {
  it('expire as configured by an administrator', async () => {
    const browser = await signIn(platform.app, 'cay@example.org', password);
    const current = () => browser.inject({ url: '/ui/api/v1/ui/auth/current' });
    await withStorage(platform.storage, () =>
      db().execute(sql`update sessions set last_seen = now() - interval '20 minutes'`),
    );
    await set({ sessions: { idleMinutes: 15, rememberMe: false } });
    expect((await current()).statusCode).toBe(401);
    const remembered = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/login?_spring_security_remember_me=true',
      payload: { user: 'cay@example.org', password },
    });
    expect(remembered.cookies[0]).not.toHaveProperty('maxAge');
    expect((await set({ sessions: { idleMinutes: 10_000, longestHours: 1 } })).statusCode).toBe(400);
  });
});

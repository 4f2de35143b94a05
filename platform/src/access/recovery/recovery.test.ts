import type { AuditPage, MailSettings, ProviderTest } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { TestMailServer } from '../mail/testing/TestMailServer.ts';
import { createUser } from '../users.ts';

const auth = '/ui/api/v1/ui/auth';
const password = 'an old tune of the sea';
const next = 'a new tune of the hills';
let platform: TestPlatform;
let mailServer: TestMailServer;
let settings: MailSettings;

beforeAll(async () => {
  mailServer = await TestMailServer.start({ user: 'lading', password: 'of-the-mail-server' });
  platform = await testPlatform({ env: { LADING_PUBLIC_URL: 'https://packages.example.org' } });
  settings = {
    enabled: true,
    host: '127.0.0.1',
    port: mailServer.port,
    security: 'none',
    username: 'lading',
    password: 'of-the-mail-server',
    from: 'Lading <lading@example.org>',
    subjectPrefix: '[Lading]',
  };
  await withStorage(platform.storage, async () => {
    await createUser('rosa', { password, email: 'rosa@example.org' });
    await createUser('karl', { password, email: 'karl@example.org' });
    await createUser('elsewhere', { password: null, email: 'elsewhere@example.org' });
    await createUser('nomail', { password });
  });
});
afterAll(async () => {
  await platform.close();
  await mailServer.close();
});

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  platform.app.inject({ method: 'POST', url: auth + url, payload, remoteAddress });
const asAdmin = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH',
  url: string,
  payload?: object,
  version = 'v1',
) =>
  platform.app.inject({
    method,
    url: `/access/api/${version}${url}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const related = async () => (await post('/loginRelatedData', {})).json();
const keyIn = (text: string) => /reset-password\?key=([\w-]+)/.exec(text)?.[1] ?? '';
async function askFor(user: string): Promise<string> {
  let at = mailServer.mails.length;
  expect((await post('/forgotpassword', { user }, `192.0.2.${at + 1}`)).statusCode).toBe(200);
  // An email that was requested earlier may arrive first.
  for (;;) {
    const { text } = await mailServer.mail(at++);
    if (text.includes(`for user ${user.toLowerCase()} at`)) return keyIn(text);
  }
}

describe('a forgotten password', () => {
  it('cannot be reset if the platform has no email server [login-13]', async () => {
    expect((await related()).forgotPassword).toBe(false);
    const answer = await post('/forgotpassword', { user: 'rosa' });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().errors[0]).toMatchObject({ code: 'MAIL_OFF', message: "Email wasn't sent" });
  });

  it('can be reset after an administrator has configured and tested email', async () => {
    const test = async (more: Partial<MailSettings> = {}) =>
      (
        await asAdmin('POST', '/mail/test', { to: 'ops@example.org', settings: { ...settings, ...more } })
      ).json<ProviderTest>();
    expect(await test()).toMatchObject({ ok: true, steps: [{ message: expect.stringContaining('250') }] });
    expect((await test({ password: 'wrong' })).steps[0]?.message).toContain('rejected the user name');
    expect((await test({ port: 1 })).steps[0]?.message).toBe(
      'Connection refused. Check the address and port.',
    );
    expect((await test({ host: '169.254.169.254' })).steps[0]?.message).toContain('link-local');
    expect((await test({ security: 'tls' })).steps[0]?.message).toMatch(
      /^The email server does not use TLS on this port/,
    );
    expect((await test({ security: 'starttls' })).steps[0]?.message).toMatch(
      /^The email server does not offer STARTTLS on this port/,
    );
    mailServer.refusal = 'The box is full';
    expect((await test()).steps[0]?.message).toContain('The box is full');
    mailServer.refusal = undefined;
    expect((await mailServer.mail(0)).to).toEqual(['ops@example.org']);

    const kept = (await asAdmin('PUT', '/mail', settings)).json();
    expect(kept).toMatchObject({ hasPassword: true, host: '127.0.0.1' });
    expect(JSON.stringify((await asAdmin('GET', '/mail')).json())).not.toContain('of-the-mail-server');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute(sql`select * from access_settings`),
    );
    expect(JSON.stringify(rows)).not.toContain('of-the-mail-server');
    expect((await related()).forgotPassword).toBe(true);
    // The stored settings include the password, as long as the server is the same.
    expect((await asAdmin('POST', '/mail/test', { to: 'ops@example.org' })).json().ok).toBe(true);
    const { password: _kept, ...other } = settings;
    const elsewhere = { to: 'ops@example.org', settings: { ...other, host: 'localhost' } };
    expect((await asAdmin('POST', '/mail/test', elsewhere)).json().ok).toBe(false);
  });

  it('is reset with the key in an email, once [login-13] [login-14]', async () => {
    const browser = await signIn(platform.app, 'rosa', password);
    const key = await askFor('ROSA');
    const { raw, to } = await mailServer.mail(mailServer.mails.length - 1);
    expect(to).toEqual(['rosa@example.org']);
    expect(raw).toContain('https://packages.example.org/ui/login/reset-password');
    expect(raw).toMatch(/^subject: \[Lading\] Reset your password/im);

    expect((await post(`/validatetoken?key=${key}`, {})).json()).toEqual({ user: 'rosa' });
    expect((await post('/validatetoken?key=made-up', {})).statusCode).toBe(401);
    expect((await post('/validatetoken', {})).statusCode).toBe(400);
    const reset = (user: string, secret: string) =>
      post(`/resetpassword?key=${key}`, { user, password: secret });
    expect((await reset('karl', next)).statusCode).toBe(401);
    const short = await reset('rosa', 'short');
    expect(short.json().errors[0]).toMatchObject({ code: 'BAD_PASSWORD' });
    expect(short.json().errors[0].message).toContain('at least 12 characters');
    const [one, other] = await Promise.all([reset('rosa', next), reset('rosa', next)]);
    expect([one.statusCode, other.statusCode].sort()).toEqual([200, 401]);
    expect((await post(`/validatetoken?key=${key}`, {})).json().errors[0].code).toBe('BAD_KEY');
    await signIn(platform.app, 'rosa', next);
    expect((await browser.inject({ url: '/ui/api/v1/ui/auth/current' })).statusCode).toBe(401);
  });

  it('is also reset by email address, with the same response for all requests', async () => {
    const asked = await post('/forgotpassword', { user: 'karl@example.org' });
    const at = mailServer.mails.length;
    const { to } = await mailServer.mail(Math.max(at - 1, 0));
    for (const user of ['nobody', 'nomail', 'elsewhere']) {
      const answer = await post('/forgotpassword', { user });
      expect([answer.statusCode, answer.json()]).toEqual([200, asked.json()]);
    }
    expect(to).toBeDefined();
    const key = await askFor('karl');
    expect(mailServer.mails.every((mail) => !mail.to.includes('elsewhere@example.org'))).toBe(true);
    await withStorage(platform.storage, () =>
      db().execute(
        sql`update mailed_keys set expires = now() - interval '1 second' where user_name = 'karl'`,
      ),
    );
    expect((await post(`/validatetoken?key=${key}`, {})).statusCode).toBe(401);
  });

  it.each([
    ['the password', { password: 'a third tune of the moor' }],
    ['the email address', { email: 'mona@elsewhere.example' }],
    ['whether the user is enabled', { status: 'disabled' }],
  ])('cannot be reset if %s was changed since the email', async (_what, change) => {
    await withStorage(platform.storage, () => createUser('mona', { password, email: 'mona@example.org' }));
    const key = await askFor('mona');
    const holds = () => post(`/validatetoken?key=${key}`, {});
    expect((await holds()).statusCode).toBe(200);
    const changed = await asAdmin('PATCH', '/users/mona', change, 'v2');
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await holds()).json().errors[0].code).toBe('BAD_KEY');
    await asAdmin('DELETE', '/users/mona', undefined, 'v2');
  });

  it('cannot be reset after the user name or the email address changed owners', async () => {
    const make = () => createUser('nils', { password, email: 'nils@example.org' });
    await withStorage(platform.storage, make);
    const key = await askFor('nils');
    await asAdmin('DELETE', '/users/nils', undefined, 'v2');
    await withStorage(platform.storage, make);
    expect((await post(`/validatetoken?key=${key}`, {})).statusCode).toBe(401);
    const second = await askFor('nils');
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set email = 'nils@elsewhere.example' where name = 'nils'`),
    );
    const reset = await post(`/resetpassword?key=${second}`, { user: 'nils', password: next });
    expect(reset.json().errors[0].code).toBe('BAD_KEY');
  });

  it('stores no key in plain text, and throttles an address', async () => {
    const key = await askFor('karl');
    const { rows } = await withStorage(platform.storage, () => db().execute(sql`select * from mailed_keys`));
    expect(JSON.stringify(rows)).not.toContain(key);
    const answers = [];
    for (let at = 0; at < 22; at++)
      answers.push((await post('/forgotpassword', { user: `u${at}` }, '192.0.2.200')).statusCode);
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(answers.slice(20)).toEqual([429, 429]);
  });

  it('is audited without secrets', async () => {
    const { events } = (await asAdmin('GET', '/audit?user=rosa')).json<AuditPage>();
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['password-reset', 'password-forgotten', 'sign-in']),
    );
    expect(events[0]).toMatchObject({ address: '127.0.0.1', outcome: 'success', user: 'rosa' });
    const first = (await asAdmin('GET', '/audit?limit=1')).json<AuditPage>();
    const second = (await asAdmin('GET', `/audit?limit=1&before=${first.next}`)).json<AuditPage>();
    expect(second.events[0]?.id).not.toBe(first.events[0]?.id);
    const rosa = await signIn(platform.app, 'rosa', next);
    expect((await rosa.inject({ url: '/access/api/v1/audit' })).statusCode).toBe(403);
  });
});

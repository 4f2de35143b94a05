import type { AuthSettingsPatch, MfaEnrolment, MfaState, MfaVerified } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../storage/db.ts';
import { signIn, type TestBrowser } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';
import { deviceCode } from './testing/deviceCode.ts';

const ui = '/ui/api/v1';
const password = 'an old tune of the sea';
let platform: TestPlatform;
/** The administrator signed in before anybody needed a second factor. */
let adminCookie = '';
beforeAll(async () => {
  platform = await testPlatform();
  adminCookie = (await signIn(platform.app, 'admin', platform.adminPassword)).cookie;
});
afterAll(() => {
  vi.useRealTimers();
  return platform.close();
});

let name = '';
let number = 0;
beforeEach(async () => {
  // So that no code runs out between two lines.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  name = `user${++number}`;
  await withStorage(platform.storage, () => createUser(name, { password }));
  await set({ mfa: 'required' });
});

const set = (patch: AuthSettingsPatch) =>
  platform.app.inject({
    method: 'PATCH',
    url: '/access/api/v1/auth/settings',
    headers: { cookie: adminCookie, 'sec-fetch-site': 'same-origin' },
    payload: patch,
  });
const basic = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

/** A browser whose sign-in waits. */
async function begin(): Promise<{ browser: TestBrowser; status: string; body: string }> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: `${ui}/ui/auth/login`,
    payload: { user: name, password },
  });
  const cookie = answer.cookies.map((set) => `${set.name}=${set.value}`).join('; ');
  const browser: TestBrowser = {
    cookie,
    inject: (options) =>
      platform.app.inject({
        ...options,
        headers: { 'sec-fetch-site': 'same-origin', ...options.headers, cookie },
      }),
  };
  return { browser, status: answer.json().mfaStatus, body: answer.body };
}
const enroll = (browser: TestBrowser, user = name) =>
  browser.inject({ url: `${ui}/ui/auth/mfa/enroll/${user}` });
const verify = (browser: TestBrowser, otp: string, variant = 'ui') =>
  browser.inject({ method: 'POST', url: `${ui}/${variant}/auth/mfa/verify/${name}`, payload: { otp } });
async function enrolled(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { browser } = await begin();
  const { secret } = (await enroll(browser)).json<MfaEnrolment>();
  const { recoveryCodes = [] } = (await verify(browser, deviceCode(secret, -1))).json<MfaVerified>();
  return { secret, recoveryCodes };
}
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;

describe('the second factor', () => {
  it('is set up before the session begins, where everyone needs one [login-06] [login-18]', async () => {
    const { browser, status } = await begin();
    expect(status).toBe('ENROLL');
    const shown = await enroll(browser);
    expect(shown.headers['cache-control']).toBe('no-store');
    const { qr, secret, uri } = shown.json<MfaEnrolment>();
    expect(qr).toMatch(/^data:image\/svg\+xml,/);
    expect(decodeURIComponent(qr)).toContain('<svg');
    expect(uri).toContain(`otpauth://totp/Lading:${name}?secret=${secret}`);

    const wrong = await verify(browser, deviceCode(secret, -40));
    expect([wrong.statusCode, codeOf(wrong)]).toEqual([401, 'BAD_OTP']);
    const answer = await verify(browser, deviceCode(secret));
    expect(answer.json()).toMatchObject({ name, mfaStatus: 'NONE' });
    expect(answer.json<MfaVerified>().recoveryCodes).toHaveLength(10);
    const cookie = answer.cookies.find((set) => set.name === '__Host-lading');
    const current = await platform.app.inject({
      url: `${ui}/ui/auth/current`,
      headers: { cookie: `__Host-lading=${cookie?.value}` },
    });
    expect(current.json().name).toBe(name);
    // Neither is good for anything again.
    expect((await enroll(browser)).statusCode).toBe(403);
    expect(codeOf(await verify(browser, deviceCode(secret, 1)))).toBe('MFA_NOT_PENDING');
  });

  it('is asked for from then on, each code once [login-18]', async () => {
    const { secret } = await enrolled();
    const { browser, status } = await begin();
    expect(status).toBe('VERIFY');
    expect((await enroll(browser)).statusCode).toBe(403);
    expect(codeOf(await verify(browser, deviceCode(secret, -1)))).toBe('BAD_OTP');
    expect((await verify(browser, deviceCode(secret, 0), 'access')).statusCode).toBe(200);
    const again = (await begin()).browser;
    expect(codeOf(await verify(again, deviceCode(secret, 0)))).toBe('BAD_OTP');
    const [one, other] = await Promise.all([(await begin()).browser, (await begin()).browser]);
    const next = deviceCode(secret, 1);
    const answers = await Promise.all([verify(one, next), verify(other, next)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('gives no rights before it was shown', async () => {
    const { browser, body } = await begin();
    for (const url of [
      `${ui}/ui/auth/current`,
      `${ui}/ui/userProfile`,
      '/access/api/v1/tokens',
      `${ui}/access/mfa`,
    ])
      expect((await browser.inject({ url })).statusCode).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ admin: false, canDeploy: false, canManage: false });
    // The cookie of the one is none of the other.
    const value = browser.cookie.split('=')[1];
    const forged = await platform.app.inject({
      url: `${ui}/ui/auth/current`,
      headers: { cookie: `__Host-lading=${value}` },
    });
    expect(forged.statusCode).toBe(401);
  });

  it('belongs to the browser and the user that the password was shown in and of', async () => {
    await enrolled();
    const { browser } = await begin();
    const url = `${ui}/ui/auth/mfa/verify/admin`;
    expect((await browser.inject({ method: 'POST', url, payload: { otp: '123456' } })).statusCode).toBe(403);
    const without = await platform.app.inject({
      method: 'POST',
      url: `${ui}/ui/auth/mfa/verify/${name}`,
      payload: { otp: '123456' },
    });
    expect(without.statusCode).toBe(403);
  });

  it('may be guessed five times, then the password is asked for again [login-12]', async () => {
    const { secret } = await enrolled();
    const { browser } = await begin();
    for (let at = 0; at < 5; at++) expect(codeOf(await verify(browser, '000000'))).toBe('BAD_OTP');
    expect((await verify(browser, deviceCode(secret, 0))).statusCode).toBe(403);
    // And whoever knows the password guesses no faster with ever new sign-ins.
    const again = (await begin()).browser;
    expect((await verify(again, '000000')).statusCode).toBe(401);
    expect((await verify(again, '000000')).statusCode).toBe(429);
  });

  it('is replaced by a recovery code, once', async () => {
    const { recoveryCodes } = await enrolled();
    const [first = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await verify((await begin()).browser, typed)).statusCode).toBe(200);
    expect((await verify((await begin()).browser, first)).statusCode).toBe(401);
    expect((await verify((await begin()).browser, recoveryCodes[1] ?? '')).statusCode).toBe(200);
  });

  it('leaves no secret in the database', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const { rows } = await withStorage(platform.storage, () =>
      db().execute(sql`select * from mfa_secrets, mfa_recovery_codes`),
    );
    for (const kept of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(kept);
    expect(rows.every((row) => !(row.sealed as Buffer).includes(secret))).toBe(true);
  });

  it('lets programs in with tokens alone', async () => {
    await set({ mfa: 'optional' });
    const ask = () =>
      platform.app.inject({
        url: '/artifactory/api/repositories',
        headers: { authorization: basic(name, password) },
      });
    expect((await ask()).statusCode).toBe(200);
    await set({ mfa: 'required' });
    expect(codeOf(await ask())).toBe('SECOND_FACTOR');
    await enrolled();
    await set({ mfa: 'optional' });
    expect(codeOf(await ask())).toBe('SECOND_FACTOR');
    await set({ mfa: 'off' });
    expect((await ask()).statusCode).toBe(200);
  });

  it('is set up, renewed and taken away by its user, with the password shown again', async () => {
    await set({ mfa: 'optional' });
    const browser = await signIn(platform.app, name, password);
    const own = `${ui}/access/mfa`;
    const again = { 'x-jfrog-reauthentication': basic(name, password) };
    const call = (method: 'GET' | 'POST' | 'DELETE', path = '', headers = {}, payload?: object) =>
      browser.inject({ method, url: own + path, headers, ...(payload ? { payload } : {}) });
    const state = async () => (await call('GET')).json<MfaState>();
    expect(await state()).toEqual({ enrolled: false, policy: 'optional', recoveryCodesLeft: 0 });
    expect(codeOf(await call('POST', '/enroll'))).toBe('REAUTHENTICATION_REQUIRED');
    const { secret } = (await call('POST', '/enroll', again)).json<MfaEnrolment>();
    expect(codeOf(await call('POST', '/confirm', {}, { otp: '000000' }))).toBe('BAD_OTP');
    expect(
      (await call('POST', '/confirm', {}, { otp: deviceCode(secret) })).json().recoveryCodes,
    ).toHaveLength(10);
    expect(await state()).toMatchObject({ enrolled: true, recoveryCodesLeft: 10, since: expect.any(String) });
    expect((await begin()).status).toBe('VERIFY');
    expect((await call('POST', '/recoveryCodes', again)).json().recoveryCodes).toHaveLength(10);
    expect(codeOf(await call('DELETE'))).toBe('REAUTHENTICATION_REQUIRED');
    await set({ mfa: 'required' });
    expect(codeOf(await call('DELETE', '', again))).toBe('MFA_REQUIRED');
    await set({ mfa: 'optional' });
    expect((await call('DELETE', '', again)).statusCode).toBe(204);
    expect((await begin()).status).toBe('NONE');
  });

  it('of one who has lost it is taken away by an administrator', async () => {
    await enrolled();
    const remove = (user: string) =>
      platform.app.inject({
        method: 'DELETE',
        url: `/access/api/v1/mfa/${user}`,
        headers: { cookie: adminCookie, 'sec-fetch-site': 'same-origin' },
      });
    await set({ mfa: 'optional' });
    expect((await remove(name)).statusCode).toBe(204);
    expect((await remove(name)).statusCode).toBe(404);
    expect((await begin()).status).toBe('NONE');
  });
});

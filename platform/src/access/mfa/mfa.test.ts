import type { AuthSettingsPatch, MfaEnrolment, MfaState, MfaVerified } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { signIn, type TestBrowser } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';
import { deviceCode } from './testing/deviceCode.ts';

const ui = '/ui/api/v1';
const password = 'an old tune of the sea';
let platform: TestPlatform;
/** The administrator signed in before MFA was required. */
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
  // Stops the clock, so that no code expires between two lines.
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

/** Starts a sign-in. `device`: cookie of a known browser. */
async function begin(
  remoteAddress = '127.0.0.1',
  device = '',
): Promise<{ browser: TestBrowser; status: string; body: string }> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: `${ui}/ui/auth/login`,
    remoteAddress,
    payload: { user: name, password },
    headers: { 'sec-fetch-site': 'same-origin', cookie: device },
  });
  const cookie = [device, ...cookiesOf(answer)].filter(Boolean).join('; ');
  const browser: TestBrowser = {
    cookie,
    inject: (options) =>
      platform.app.inject({
        remoteAddress,
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
/** Returns the cookies of a signed-in browser. */
async function enrolled(): Promise<{ secret: string; recoveryCodes: string[]; cookies: string[] }> {
  const { browser } = await begin();
  const { secret } = (await enroll(browser)).json<MfaEnrolment>();
  const answer = await verify(browser, deviceCode(secret, -1));
  const { recoveryCodes = [] } = answer.json<MfaVerified>();
  return { secret, recoveryCodes, cookies: cookiesOf(answer) };
}
function cookiesOf(answer: LightMyRequestResponse): string[] {
  return answer.cookies.filter(({ value }) => value !== '').map((set) => `${set.name}=${set.value}`);
}
const whoIs = async (cookies: string[]) => {
  const headers = { cookie: cookies.join('; ') };
  return (await platform.app.inject({ url: `${ui}/ui/auth/current`, headers })).json().name;
};
const placesOf = async (user: string) => {
  const { rows } = await withStorage(platform.storage, () =>
    db().execute<{ place: string }>(sql`select place from known_places where user_name = ${user}`),
  );
  return rows.map(({ place }) => place);
};
const codeOf = (answer: { json(): { errors: { code: string }[] } }) => answer.json().errors[0]?.code;

describe('MFA', () => {
  it('is set up before the session begins, if required for everyone [login-06] [login-18]', async () => {
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
    const { recoveryCodes = [] } = answer.json<MfaVerified>();
    expect(recoveryCodes).toHaveLength(10);
    // Codes spell no words.
    for (const code of recoveryCodes) expect(code).toMatch(/^[^aeiou-]{4}(-[^aeiou-]{4}){3}$/);
    const cookie = answer.cookies.find((set) => set.name === '__Host-lading');
    const current = await platform.app.inject({
      url: `${ui}/ui/auth/current`,
      headers: { cookie: `__Host-lading=${cookie?.value}` },
    });
    expect(current.json().name).toBe(name);
    // Neither can be used again.
    expect((await enroll(browser)).statusCode).toBe(403);
    expect(codeOf(await verify(browser, deviceCode(secret, 1)))).toBe('MFA_NOT_PENDING');
  });

  it('is required from then on, with each code valid once [login-18]', async () => {
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

  it('grants no permissions before the code was entered', async () => {
    const { browser, body } = await begin();
    for (const url of [
      `${ui}/ui/auth/current`,
      `${ui}/ui/userProfile`,
      '/access/api/v1/tokens',
      `${ui}/access/mfa`,
    ])
      expect((await browser.inject({ url })).statusCode).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ admin: false, canDeploy: false, canManage: false });
    // The cookie of the pending sign-in is not valid as a session cookie.
    const value = browser.cookie.split('=')[1];
    const forged = await platform.app.inject({
      url: `${ui}/ui/auth/current`,
      headers: { cookie: `__Host-lading=${value}` },
    });
    expect(forged.statusCode).toBe(401);
  });

  it('is bound to the browser and the user of the password step', async () => {
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

  it('allows five wrong codes, then requires the password again [login-12]', async () => {
    const { secret } = await enrolled();
    const { browser } = await begin();
    for (let at = 0; at < 5; at++) expect(codeOf(await verify(browser, '000000'))).toBe('BAD_OTP');
    expect((await verify(browser, deviceCode(secret, 0))).statusCode).toBe(403);
    // An attacker who knows the password cannot guess faster with new sign-ins.
    const again = (await begin()).browser;
    expect((await verify(again, '000000')).statusCode).toBe(401);
    expect((await verify(again, '000000')).statusCode).toBe(429);
  });

  it('limits guesses from many networks by an attacker who knows the password', async () => {
    const { secret, cookies } = await enrolled();
    const answers = [];
    for (let network = 1; network <= 21; network++) {
      const { browser } = await begin(`192.0.2.${network}`);
      for (let at = 0; at < 5; at++) answers.push((await verify(browser, '000000')).statusCode);
    }
    expect(answers).toEqual([...Array(101).fill(401), ...Array(4).fill(429)]);
    // Also limits the user's known network. The browser with an earlier sign-in is not affected.
    expect(await placesOf(name)).toContain('127.0.0.1');
    expect((await verify((await begin()).browser, deviceCode(secret, 0))).statusCode).toBe(429);
    const device = cookies.find((cookie) => cookie.includes('-device=')) ?? '';
    const own = (await begin('192.0.2.99', device)).browser;
    expect((await verify(own, deviceCode(secret, 0))).statusCode).toBe(200);
  });

  it('makes a network known, unlike the password step alone', async () => {
    const { secret } = await enrolled();
    const { browser } = await begin('192.0.2.7');
    expect(await placesOf(name)).not.toContain('192.0.2.7');
    expect((await verify(browser, deviceCode(secret, 0))).statusCode).toBe(200);
    expect(await placesOf(name)).toContain('192.0.2.7');
  });

  it('is required when the password is changed outside of a session, also an expired one', async () => {
    const { secret, cookies } = await enrolled();
    const change = (newPassword1: string, otp?: string, headers = {}) =>
      platform.app.inject({
        method: 'POST',
        url: `${ui}/ui/auth/changePassword`,
        headers,
        payload: {
          userName: name,
          oldPassword: password,
          newPassword1,
          newPassword2: newPassword1,
          ...(otp === undefined ? {} : { otp }),
        },
      });
    const fresh = 'a new tune of the hills';
    const without = await change(fresh);
    expect([without.statusCode, codeOf(without)]).toEqual([403, 'OTP_REQUIRED']);
    await withStorage(platform.storage, () =>
      db().execute(sql`update users set password_expired = true where name = ${name}`),
    );
    expect(codeOf(await change(fresh))).toBe('OTP_REQUIRED');
    expect(codeOf(await change(fresh, '000000'))).toBe('BAD_OTP');
    // A rejected password uses up no code.
    expect(codeOf(await change('short', deviceCode(secret, 0)))).toBe('BAD_PASSWORD');
    expect(await whoIs(cookies)).toBe(name);
    const changed = await change(fresh, deviceCode(secret, 0));
    expect([changed.statusCode, await whoIs(cookies)]).toEqual([200, undefined]);
    expect(await whoIs(cookiesOf(changed))).toBe(name);
  });

  it('is not required again when the password is changed in a session', async () => {
    const { cookies } = await enrolled();
    const changed = await platform.app.inject({
      method: 'POST',
      url: `${ui}/ui/auth/changePassword`,
      headers: { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin' },
      payload: {
        userName: name,
        oldPassword: password,
        newPassword1: 'a new tune of the hills',
        newPassword2: 'a new tune of the hills',
      },
    });
    expect(changed.statusCode).toBe(200);
  });

  it('accepts a recovery code, once', async () => {
    const { recoveryCodes } = await enrolled();
    const [first = ''] = recoveryCodes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await verify((await begin()).browser, typed)).statusCode).toBe(200);
    expect((await verify((await begin()).browser, first)).statusCode).toBe(401);
    expect((await verify((await begin()).browser, recoveryCodes[1] ?? '')).statusCode).toBe(200);
  });

  it('stores no unencrypted secret in the database', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const { rows } = await withStorage(platform.storage, () =>
      db().execute(sql`select * from mfa_secrets, mfa_recovery_codes`),
    );
    for (const kept of [secret, ...recoveryCodes]) expect(JSON.stringify(rows)).not.toContain(kept);
    expect(rows.every((row) => !(row.sealed as Buffer).includes(secret))).toBe(true);
  });

  it('allows programs to use only tokens', async () => {
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

  it('is set up, renewed, and removed by its user, with the password entered again', async () => {
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

  it('moves to another device of its user, also if it is required', async () => {
    const { secret, recoveryCodes, cookies } = await enrolled();
    const call = (path: string, headers: object, payload?: object) =>
      platform.app.inject({
        method: 'POST',
        url: `${ui}/access/mfa${path}`,
        headers: { cookie: cookies.join('; '), 'sec-fetch-site': 'same-origin', ...headers },
        ...(payload ? { payload } : {}),
      });
    expect(codeOf(await call('/enroll', {}))).toBe('REAUTHENTICATION_REQUIRED');
    const again = { 'x-jfrog-reauthentication': basic(name, password) };
    const other = (await call('/enroll', again)).json<MfaEnrolment>().secret;
    // The previous device works until the other one has shown a code.
    expect((await verify((await begin()).browser, deviceCode(secret, 0))).statusCode).toBe(200);
    expect(codeOf(await call('/confirm', {}, { otp: deviceCode(secret, 1) }))).toBe('BAD_OTP');
    expect((await call('/confirm', {}, { otp: deviceCode(other) })).json().recoveryCodes).toHaveLength(10);
    expect(codeOf(await verify((await begin()).browser, deviceCode(secret, 1)))).toBe('BAD_OTP');
    expect(codeOf(await verify((await begin()).browser, recoveryCodes[0] ?? ''))).toBe('BAD_OTP');
    expect((await verify((await begin()).browser, deviceCode(other, 1))).statusCode).toBe(200);
  });

  it('is reset by an administrator after a user lost the device', async () => {
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

import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { createUser } from './users.ts';

const ui = '/ui/api/v1/ui';
const first = 'an old tune of the sea';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

/** Creates a user with a token and an API key. Returns a function that tests both. */
async function userWithCredentials(name: string) {
  await withStorage(platform.storage, () => createUser(name, { password: first }));
  const authorization = `Basic ${Buffer.from(`${name}:${first}`).toString('base64')}`;
  const post = (url: string, headers = {}) =>
    platform.app.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload: {} });
  const token = (await post('/access/api/v1/tokens')).json().access_token;
  const reauthentication = { 'x-jfrog-reauthentication': authorization };
  const key = (await post(`${ui}/userApiKey`, reauthentication)).json().apiKey;
  const docker = await platform.app.inject({
    url: '/v2/token?scope=repository:docker-local/x:pull',
    headers: { authorization },
  });
  const works = async () => {
    const statuses: number[] = [];
    const withKey = `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
    for (const secret of [`Bearer ${token}`, withKey, `Bearer ${docker.json().token}`]) {
      const headers = { authorization: secret };
      const url = secret.includes('lading_dt') ? '/v2/' : `${ui}/auth/current`;
      statuses.push((await platform.app.inject({ url, headers })).statusCode);
    }
    return statuses;
  };
  expect(await works()).toEqual([200, 200, 200]);
  return works;
}

const revoked = [401, 401, 401];
const kept = [200, 200, 200];
const changed = 'another tune of the sea';

const asAdmin = (method: 'PATCH' | 'GET', url: string, payload?: object) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });

it('revokes tokens and the API key when an administrator resets the password', async () => {
  const works = await userWithCredentials('rosa');
  expect((await asAdmin('PATCH', '/access/api/v2/users/rosa', { email: 'r@example.org' })).statusCode).toBe(
    200,
  );
  expect((await asAdmin('PATCH', '/access/api/v2/users/rosa', { password: 'short' })).statusCode).toBe(400);
  expect(await works()).toEqual(kept);
  expect((await asAdmin('PATCH', '/access/api/v2/users/rosa', { password: changed })).statusCode).toBe(200);
  expect(await works()).toEqual(revoked);
  const { events } = (await asAdmin('GET', '/access/api/v1/audit?user=rosa')).json();
  expect(events.map(({ detail }: { detail: string }) => detail)).toContain(
    'All access tokens (1) and the API key, because the password changed',
  );
});

it.each([
  [true, revoked],
  [false, kept],
])('lets users choose when they change an expired password: %s', async (revokeTokens, expected) => {
  const userName = `karl-${revokeTokens}`;
  const works = await userWithCredentials(userName);
  const answer = await platform.app.inject({
    method: 'POST',
    url: `${ui}/auth/changePassword`,
    payload: { userName, oldPassword: first, newPassword1: changed, newPassword2: changed, revokeTokens },
  });
  expect(answer.statusCode).toBe(200);
  expect(await works()).toEqual(expected);
});

it.each([
  [true, revoked],
  [undefined, kept],
])('lets users choose when they change the password in the profile: %s', async (revokeTokens, expected) => {
  const userName = `pia-${revokeTokens}`;
  const works = await userWithCredentials(userName);
  const browser = await signIn(platform.app, userName, first);
  const unlocked = await browser.inject({
    method: 'POST',
    url: `${ui}/userProfile`,
    payload: { password: first },
  });
  expect(unlocked.statusCode).toBe(200);
  const answer = await browser.inject({
    method: 'PUT',
    url: `${ui}/userProfile`,
    payload: { newPassword: changed, ...(revokeTokens ? { revokeTokens } : {}) },
  });
  expect(answer.statusCode).toBe(200);
  expect(await works()).toEqual(expected);
});

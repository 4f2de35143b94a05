import type { AuditPage } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { networkOf } from './rateLimits.ts';
import { withinLimits } from './signInLimits.ts';
import { createUser } from './users.ts';

const password = 'an old tune of the sea';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
});
afterAll(() => platform.close());
beforeEach(() =>
  withStorage(platform.storage, async () => {
    await db().execute(sql`delete from sign_in_attempts`);
    await db().execute(sql`delete from known_places`);
  }),
);

const login = (secret: string, remoteAddress: string, { user = 'rosa', cookie = '' } = {}) =>
  platform.app.inject({
    method: 'POST',
    url: '/ui/api/v1/ui/auth/login',
    remoteAddress,
    payload: { user, password: secret },
    headers: { 'sec-fetch-site': 'same-origin', ...(cookie ? { cookie } : {}) },
  });
/** Simulates a number of failed attempts. */
const failed = (key: string, attempts: number) =>
  withStorage(platform.storage, () =>
    db().execute(sql`
      insert into sign_in_attempts (key, attempts, first, blocked_until)
      values (${key}, ${attempts}, now(), now() + interval '5 minutes')`),
  );

describe('password guessing', () => {
  it('for one account from many places throttles the account, except where its owner signed in before', async () => {
    expect((await login(password, '192.0.2.1')).statusCode).toBe(200);
    // A failure from elsewhere. From now on, all failures count together.
    expect((await login('a guess', '192.0.2.98')).statusCode).toBe(401);
    await withStorage(platform.storage, () =>
      db().execute(sql`
        update sign_in_attempts set attempts = 200, blocked_until = now() + interval '5 minutes' where key like '% *'`),
    );
    expect((await login(password, '192.0.2.99')).statusCode).toBe(429);
    expect((await login(password, '192.0.2.1')).statusCode).toBe(200);
  });

  it('from one network does not throttle users who signed in there before', async () => {
    expect((await login(password, '192.0.2.1')).statusCode).toBe(200);
    await withStorage(platform.storage, () => db().execute(sql`delete from sign_in_attempts`));
    await failed('* 192.0.2.1', 200);
    expect((await login('x', '192.0.2.1', { user: 'admin' })).statusCode).toBe(429);
    expect((await login(password, '192.0.2.1')).statusCode).toBe(200);
  });

  it('from the same network does not throttle a known browser', async () => {
    const first = await login(password, '192.0.2.50');
    const device = first.cookies.find(({ name }) => name.endsWith('-device'));
    const cookie = `${device?.name}=${device?.value}`;
    for (let at = 0; at < 7; at++) await login(`guess ${at}`, '192.0.2.61');
    expect((await login(password, '192.0.2.61')).statusCode).toBe(429);
    expect((await login(password, '192.0.2.61', { cookie })).statusCode).toBe(200);
    // The browser itself gets no additional attempts.
    const guesses = [];
    for (let at = 0; at < 7; at++)
      guesses.push((await login(`more ${at}`, '192.0.2.61', { cookie })).statusCode);
    expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429]);
    // And it has no effect for other accounts.
    expect((await login('x', '192.0.2.61', { user: 'admin', cookie })).statusCode).toBe(401);
  });

  it('does not prevent a known browser from entering its password again', async () => {
    const first = await login(password, '192.0.2.70');
    const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    for (let at = 0; at < 7; at++) await login(`guess ${at}`, '192.0.2.70');
    const unlocked = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/userProfile',
      remoteAddress: '192.0.2.70',
      payload: { password },
      headers: { 'sec-fetch-site': 'same-origin', cookie },
    });
    expect(unlocked.statusCode).toBe(200);
  });

  it('is recorded once, when the throttling begins', async () => {
    for (let at = 0; at < 12; at++) await login(`guess ${at}`, '192.0.2.44');
    const page = await platform.app.inject({
      url: '/access/api/v1/audit?event=locked&user=rosa',
      headers: { authorization: platform.adminAuth },
    });
    const here = page.json<AuditPage>().events.filter(({ address }) => address === '192.0.2.44');
    expect(here).toHaveLength(1);
  });

  it('has as many free attempts as an administrator configures', async () => {
    await platform.app.inject({
      method: 'PATCH',
      url: '/access/api/v1/auth/settings',
      headers: { authorization: platform.adminAuth },
      payload: { lockout: { freeAttempts: 1, longestWaitSeconds: 10 } },
    });
    const answers = [];
    for (let at = 0; at < 3; at++) answers.push(await login(`guess ${at}`, '192.0.2.7'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429]);
    expect(Number(answers[2]?.headers['retry-after'])).toBeLessThanOrEqual(10);
  });
});

describe('an office behind one IP address', () => {
  const people = (from: number, to: number) =>
    Array.from({ length: to - from }, (_one, at) => `person${from + at}`);
  const fromTheOffice = (secret: string, user: string) => login(secret, '198.51.100.1', { user });
  const statuses = (answers: { statusCode: number }[]) => [
    ...new Set(answers.map(({ statusCode }) => statusCode)),
  ];
  beforeAll(() =>
    withStorage(platform.storage, () =>
      db().execute(sql`
        insert into users (name, password_hash)
        select 'person' || i, (select password_hash from users where name = 'rosa') from generate_series(0, 299) i`),
    ),
  );

  it('signs in without delay as long as the passwords are correct', async () => {
    const answers = await Promise.all(people(0, 60).map((user) => fromTheOffice(password, user)));
    expect(statuses(answers)).toEqual([200]);
  });

  it('is throttled after many failures, except for users who signed in there before', async () => {
    expect((await fromTheOffice(password, 'person0')).statusCode).toBe(200);
    // Concurrent, so none is known to be wrong at first.
    expect(statuses(await Promise.all(people(100, 155).map((user) => fromTheOffice('x', user))))).toEqual([
      401,
    ]);
    expect((await fromTheOffice(password, 'person60')).statusCode).toBe(429);
    expect((await fromTheOffice(password, 'person0')).statusCode).toBe(200);
    await withStorage(platform.storage, () =>
      db().execute(sql`update sign_in_attempts set blocked_until = '-infinity'`),
    );
    // From now on sequentially, each with a delay.
    const guesses = await Promise.all(people(160, 170).map((user) => fromTheOffice('x', user)));
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(1);
  });

  it('gets more free attempts with more users', async () => {
    const spent = () =>
      withStorage(platform.storage, () =>
        db().execute(sql`
          insert into sign_in_attempts (key, attempts, first, blocked_until)
          values ('* 198.51.100.1', 60, now(), '-infinity')
          on conflict (key) do update set attempts = 60, blocked_until = '-infinity'`),
      );
    const two = () => Promise.all(people(200, 202).map((user) => fromTheOffice('x', user)));
    await spent();
    expect(statuses(await two()).sort()).toEqual([401, 429]);
    await spent();
    await withStorage(platform.storage, () =>
      db().execute(sql`
        insert into known_places (user_name, place)
        select 'person' || i, '198.51.100.1' from generate_series(0, 99) i`),
    );
    expect(statuses(await two())).toEqual([401]);
  });

  it('is not charged for attempts that were not verified', async () => {
    const origin = { address: '192.0.2.200', client: '' };
    const guess = { of: 'rosa', user: 'rosa', place: origin.address, origin };
    await withStorage(platform.storage, async () => {
      for (let at = 0; at < 10; at++) {
        await expect(withinLimits(guess, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
      }
    });
    expect((await login(password, '192.0.2.200')).statusCode).toBe(200);
  });
});

describe('a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

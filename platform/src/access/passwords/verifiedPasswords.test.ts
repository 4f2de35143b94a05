import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import type { User } from '../User.ts';
import { hashPassword } from './passwords.ts';
import { VerifiedPasswords } from './verifiedPasswords.ts';

describe('a password sent with each request', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => platform.close());

  const password = 'Summer-in-Oslo-1';
  const statusOf = async (name: string) => {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    return (
      await platform.app.inject({
        url: '/artifactory/api/npm/npm-local/-/whoami',
        headers: { authorization },
      })
    ).statusCode;
  };
  const create = async (username: string) => {
    const { statusCode } = await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/users',
      headers: { authorization: platform.adminAuth },
      payload: { username, password, email: `${username}@example.org` },
    });
    expect(statusCode).toBe(201);
    expect(await statusOf(username)).toBe(200);
  };
  /** A change by another node or by `lading admin reset-password`, more than 2 seconds later. */
  const changeElsewhere = async (statement: ReturnType<typeof sql>) => {
    await withStorage(platform.storage, () => db().execute(statement));
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 2001);
  };

  it('is rejected within 2 seconds after another process changed it', async () => {
    await create('rosa');
    await changeElsewhere(
      sql`update users set password_hash = ${await hashPassword('Another-1')} where name = 'rosa'`,
    );
    expect(await statusOf('rosa')).toBe(401);
  });

  it('is rejected within 2 seconds after another process disabled the user', async () => {
    await create('karl');
    await changeElsewhere(sql`update users set enabled = false where name = 'karl'`);
    expect(await statusOf('karl')).toBe(401);
  });

  it('is rejected within 2 seconds after another process deleted the user', async () => {
    await create('vera');
    await changeElsewhere(sql`delete from users where name = 'vera'`);
    expect(await statusOf('vera')).toBe(401);
  });
});

describe('verified passwords', () => {
  const user = (more: object = {}) =>
    ({
      name: 'rosa',
      passwordHash: 'h1',
      enabled: true,
      realm: 'internal',
      groups: [],
      ...more,
    }) as unknown as User;
  const setUp = () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const passwords = new VerifiedPasswords();
    passwords.remember(user(), 'right', 'place', passwords.changes);
    return { now, passwords };
  };
  afterEach(() => vi.restoreAllMocks());

  it('are found without reading the user for 2 seconds, then with the current groups', async () => {
    const { now, passwords } = setUp();
    const read = vi.fn(async () => user({ groups: ['builders'] }));
    now.mockReturnValue(1999);
    expect(await passwords.find('rosa', 'right', 'place', read)).toEqual(user());
    expect(read).not.toHaveBeenCalled();
    now.mockReturnValue(2000);
    expect(await passwords.find('rosa', 'right', 'place', read)).toEqual(user({ groups: ['builders'] }));
    now.mockReturnValue(3999);
    await passwords.find('rosa', 'right', 'place', read);
    expect(read).toHaveBeenCalledOnce();
  });

  it('are not found for another password or place', async () => {
    const { passwords } = setUp();
    expect(await passwords.find('rosa', 'wrong', 'place', async () => user())).toBeUndefined();
    expect(await passwords.find('rosa', 'right', 'elsewhere', async () => user())).toBeUndefined();
  });

  it('are not used where this process changed the user while it was read', async () => {
    const { now, passwords } = setUp();
    now.mockReturnValue(2000);
    const read = async () => {
      passwords.forget('rosa');
      return user();
    };
    expect(await passwords.find('rosa', 'right', 'place', read)).toBeUndefined();
    expect(await passwords.find('rosa', 'right', 'place', async () => user())).toBeUndefined();
  });
});

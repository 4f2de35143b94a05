import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { serverNameWarning } from './serverNameWarning.ts';
import { externalUser } from './sso/externalUser.ts';
import { changeUser, isUserName } from './users.ts';

describe('the name of the server', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  const stored = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
  const identity = (realm: string, userName: string) => ({
    ...{ realm, provider: 'https://id.example.org', subject: `${realm} ${userName}`, email: '' },
    userName,
  });
  const warning = () => stored(serverNameWarning);

  it.each(['ldap', 'saml', 'oauth', 'http'])('cannot be that of a new user of %s', async (realm) => {
    for (const name of ['lading', 'LADING', 'Lading '])
      await expect(
        stored(() => externalUser(identity(realm, name), { createUsers: true, linkExisting: false })),
      ).rejects.toMatchObject({ code: 'SSO_INVALID', message: expect.stringContaining('is reserved') });
    const other = await stored(() =>
      externalUser(identity(realm, `lading-${realm}`), { createUsers: true, linkExisting: false }),
    );
    expect(other.name).toBe(`lading-${realm}`);
  });

  it('stays that of a user from before, who is reported at the start', async () => {
    expect(await warning()).toBeUndefined();
    await stored(() =>
      db().execute(sql`INSERT INTO users (name, email, realm) VALUES ('lading', '', 'ldap')`),
    );
    expect(await warning()).toMatch(/^The user lading has the name of the server/);
    // The directory is still asked for this user.
    expect(isUserName('lading')).toBe(true);
    const changed = await stored(() => changeUser('lading', { email: 'l@example.org' }));
    expect(changed.email).toBe('l@example.org');
    const linked = await stored(() =>
      externalUser(identity('ldap', 'lading'), { createUsers: true, linkExisting: true }),
    );
    expect(linked.name).toBe('lading');
  });
});

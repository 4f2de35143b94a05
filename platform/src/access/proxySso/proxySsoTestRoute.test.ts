import type { HttpSsoSettings, ProviderTest } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser } from '../users.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password: 'an old tune of the sea' }));
});
afterAll(() => platform.close());

const settings = { enabled: true, header: 'X-Remote-User', proxies: ['10.1.0.0/16'], createUsers: false };
const test = (remoteAddress: string, named: string | undefined, more: Partial<HttpSsoSettings> = {}) =>
  platform.app.inject({
    method: 'POST',
    url: '/access/api/v1/sso/http/test',
    remoteAddress,
    headers: {
      authorization: platform.adminAuth,
      ...(named === undefined ? {} : { 'x-remote-user': named }),
    },
    payload: { ...settings, ...more },
  });

it.each<[string, string | undefined, Partial<HttpSsoSettings>, boolean[], string]>([
  ['10.1.2.3', 'Rosa', {}, [true, true], 'User rosa exists'],
  ['192.0.2.1', 'rosa', {}, [false, true], 'came from 192.0.2.1, which is not a trusted proxy'],
  ['::ffff:10.1.2.3', undefined, {}, [true, false], 'has no X-Remote-User header with a single name'],
  ['10.1.2.3', 'rosa, admin', {}, [true, false], 'has no X-Remote-User header with a single name'],
  ['10.1.2.3', 'ada', {}, [true, false], 'user creation is off'],
  ['10.1.2.3', 'ada', { createUsers: true }, [true, true], 'would be created'],
  ['10.1.2.3', 'A da', { createUsers: true }, [true, false], 'Invalid user name A da in the header'],
])('from %s, naming %s, with %j: %j', async (address, named, more, oks, said) => {
  const answer = await test(address, named, more);
  const { ok, steps } = answer.json<ProviderTest>();
  expect(steps.map((step) => step.ok)).toEqual(oks);
  expect(ok).toBe(oks.every(Boolean));
  expect(steps.map(({ message }) => message).join('\n')).toContain(said);
  expect(answer.cookies).toEqual([]);
});

it('is rejected for settings that cannot be saved either', async () => {
  expect((await test('10.1.2.3', 'rosa', { proxies: [] })).json().errors[0].code).toBe('NO_PROXIES');
});

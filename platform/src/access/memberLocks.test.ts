import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { untilQueryWaits } from '../testing/untilQueryWaits.ts';
import { changeGroup, lockGroup, requireGroup } from './groups/groups.ts';
import { listMembers, lockMember, setMember } from './projects/members.ts';
import { createUser } from './users.ts';

const requests = '/ui/api/v1/ui/access_requests';
const password = 'an old tune of the sea';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await inside(async () => {
    for (const name of ['ada', 'bea', 'cara', 'dora']) await createUser(name, { password, groups: [] });
  });
  await call('POST', '/access/api/v2/groups', { name: 'crew' });
  await call('POST', '/access/api/v1/projects', { project_key: 'tea', display_name: 'Tea' });
  const repository = { rclass: 'local', packageType: 'generic' };
  await platform.createRepository('tea-files', { ...repository, projectKey: 'tea' });
  await platform.createRepository('secret', repository);
  const artifact = { actions: { users: {}, groups: { crew: ['READ'] } }, targets: { secret: {} } };
  await call('POST', '/access/api/v2/permissions', { name: 'keepers', resources: { artifact } });
});
afterAll(() => platform.close());

type Method = 'POST' | 'PATCH' | 'DELETE';
const inside = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const call = (method: Method, url: string, payload?: object, authorization = platform.adminAuth) =>
  platform.app.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
async function asked(user: string, repository: string): Promise<string> {
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const answer = await call('POST', requests, { repository, action: 'read' }, basic);
  return answer.json<{ id: string }>().id;
}

/** The second change arrives after the first one has read what it is based on. */
async function overlapping(
  lock: () => Promise<unknown>,
  second: () => ReturnType<typeof call>,
  change: () => Promise<unknown>,
): Promise<number> {
  const { answer } = await inside(() =>
    transaction(async () => {
      await lock();
      const answer = withStorage(platform.storage, second);
      await untilQueryWaits(platform.storage);
      await change();
      return { answer };
    }),
  );
  return (await answer).statusCode;
}

describe('a change of a project member', () => {
  const rolesOf = async (user: string) =>
    (await inside(() => listMembers('tea', 'users'))).find(({ name }) => name === user)?.roles;

  it('is finished before the member is removed [adm-01]', async () => {
    const status = await overlapping(
      () => lockMember('tea', 'users', 'ada'),
      () => call('DELETE', '/access/api/v1/projects/tea/users/ada'),
      () => setMember('tea', 'users', 'ada', ['Developer']),
    );
    expect([status, await rolesOf('ada')]).toEqual([204, undefined]);
  });

  it('is kept by a request for access that is granted meanwhile [adm-01]', async () => {
    const id = await asked('bea', 'tea-files');
    const status = await overlapping(
      () => lockMember('tea', 'users', 'bea'),
      () => call('POST', `${requests}/${id}/grant`, { role: 'Viewer' }),
      () => setMember('tea', 'users', 'bea', ['Release Manager']),
    );
    expect([status, await rolesOf('bea')]).toEqual([204, ['Release Manager', 'Viewer']]);
  });
});

describe('a change of a group', () => {
  const grantAll = () => changeGroup('crew', { description: 'Seen' });
  const members = async () => (await inside(() => requireGroup('crew'))).members;

  it('grants nothing to a user who is added with the user form meanwhile [adm-01]', async () => {
    const status = await overlapping(
      () => lockGroup('crew'),
      () => call('PATCH', '/access/api/v2/users/cara', { groups: ['crew'] }),
      grantAll,
    );
    expect([status, await members()]).toEqual([200, ['cara']]);
  });

  it('grants nothing to a user who is added with a request for access meanwhile [adm-01]', async () => {
    const id = await asked('dora', 'secret');
    const status = await overlapping(
      () => lockGroup('crew'),
      () => call('POST', `${requests}/${id}/grant`, { group: 'crew' }),
      grantAll,
    );
    expect([status, await members()]).toEqual([204, ['cara', 'dora']]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await call('POST', '/access/api/v2/permissions', { name: 'shared', resources: granted('READ') });
  await call('PUT', '/artifactory/api/repositories/shared', local);
  await call('PUT', '/artifactory/api/repositories/both', virtual('shared'));
  const user = { username: 'shared', email: 'old@example.org', password: 'an old tune of the sea' };
  await call('POST', '/access/api/v2/users', user);
  await call('PUT', '/ui/api/v1/ui/cleanup/policies/shared', cleanup(''));
  await call('POST', '/event/api/v1/subscriptions', { key: 'shared', ...webhook('First') });
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = (method: Method, url: string, payload?: object, tag?: string) =>
  platform.app.inject({
    method,
    url,
    headers: {
      authorization: platform.adminAuth,
      'x-jfrog-reauthentication': platform.adminAuth,
      ...(tag === undefined ? {} : { 'if-match': tag }),
    },
    ...(payload ? { payload } : {}),
  });
const granted = (...actions: string[]) => ({
  artifact: { actions: { users: { admin: actions }, groups: {} }, targets: { 'generic-local': {} } },
});
const local = { rclass: 'local', packageType: 'generic' };
const virtual = (...repositories: string[]) => ({ rclass: 'virtual', packageType: 'generic', repositories });
const webhook = (description: string) => ({
  description,
  event_filter: { domain: 'artifact', event_types: ['deployed'], criteria: { anyLocal: true } },
  handlers: [{ handler_type: 'webhook', url: 'https://receiver.example.org/' }],
});

const cleanup = (description: string) => ({
  ...{ description, enabled: false, repositories: ['npm-local'], repositoryClasses: [], packageTypes: [] },
  ...{ select: 'all', include: ['**'], exclude: [], keepBuilds: true, every: 'never', hour: 2 },
  olderThanDays: 30,
});

interface Kind {
  what: string;
  method: 'POST' | 'PUT' | 'PATCH';
  url: string;
  /** Two changes that differ. */
  changes: readonly [object, object];
}
const kinds: Kind[] = [
  {
    what: 'Permission shared',
    method: 'PUT',
    url: '/access/api/v2/permissions/shared',
    changes: [{ resources: granted('READ', 'WRITE') }, { resources: granted('READ', 'DELETE') }],
  },
  {
    what: 'Repository shared',
    method: 'POST',
    url: '/artifactory/api/repositories/shared',
    changes: [{ description: 'First' }, { description: 'Second' }],
  },
  {
    what: 'Repository both',
    method: 'POST',
    url: '/artifactory/api/repositories/both',
    changes: [virtual('shared', 'generic-local'), virtual()],
  },
  {
    what: 'User shared',
    method: 'PATCH',
    url: '/access/api/v2/users/shared',
    changes: [{ groups: [] }, { email: 'shared@example.org', groups: ['readers'] }],
  },
  {
    what: 'Cleanup policy shared',
    method: 'PUT',
    url: '/ui/api/v1/ui/cleanup/policies/shared',
    changes: [cleanup('First'), cleanup('Second')],
  },
  {
    what: 'Webhook shared',
    method: 'PUT',
    url: '/event/api/v1/subscriptions/shared',
    changes: [webhook('Second'), webhook('Third')],
  },
];

describe.each(kinds)(
  'two administrators who change the same object: $what',
  ({ what, method, url, changes }) => {
    const tagOf = async () => `${(await call('GET', url)).headers.etag}`;

    it('do not overwrite each other [adm-01]', async () => {
      const opened = await tagOf();
      const [first, second] = changes;
      expect((await call(method, url, first, opened)).statusCode).toBe(200);
      const stored = (await call('GET', url)).json();
      const refused = await call(method, url, second, opened);
      expect(refused.statusCode).toBe(412);
      expect(refused.json().errors[0]).toMatchObject({
        code: 'CHANGED_SINCE',
        message: `${what} was changed after you opened it. Your changes are not saved. Reload it, compare, and make your changes again`,
      });
      expect((await call('GET', url)).json()).toEqual(stored);
      // As it arrives through a proxy that compresses responses.
      expect((await call(method, url, second, `W/${await tagOf()}`)).statusCode).toBe(200);
      const zipped = (await tagOf()).replace(/"$/, '-gzip"');
      expect((await call(method, url, first, zipped)).statusCode).toBe(200);
    });

    it('at the same time: one of them saves', async () => {
      expect((await call(method, url, changes[1])).statusCode).toBe(200);
      const opened = await tagOf();
      const answers = await Promise.all([0, 1, 2].map(() => call(method, url, changes[0], opened)));
      expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 412, 412]);
    });

    it('as scripts, without a version, replace it as before', async () => {
      for (const change of changes) expect((await call(method, url, change)).statusCode).toBe(200);
      expect((await call(method, url, changes[0], '*')).statusCode).toBe(200);
    });
  },
);

it('of a repository keep the fields that the other one changes [adm-01]', async () => {
  const url = '/artifactory/api/repositories/shared';
  const changes = [{ description: 'Kept' }, { notes: 'Kept, too' }, { blackedOut: true }];
  const answers = await Promise.all(changes.map((change) => call('POST', url, change)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect((await call('GET', url)).json()).toMatchObject(Object.assign({}, ...changes));
});

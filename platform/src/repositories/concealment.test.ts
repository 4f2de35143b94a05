import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { untilNextStep } from './concealment.ts';

const password = 'an old tune of the sea';
const basic = (name: string) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

const kinds = ['npm', 'generic', 'docker', 'go', 'helm', 'nuget'];
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('nobody', { password, groups: [] }));
  for (const packageType of kinds)
    await admin('PUT', `/artifactory/api/repositories/hidden-${packageType}`, {
      rclass: 'local',
      packageType,
    });
  await platform.app.inject({
    method: 'PUT',
    url: '/artifactory/hidden-generic/a.txt',
    headers: { authorization: platform.adminAuth, 'content-type': 'text/plain' },
    payload: 'hidden',
  });
});
afterAll(() => platform.close());

const admin = (method: 'PUT' | 'POST', url: string, payload: object) =>
  platform.app.inject({ method, url, headers: { authorization: platform.adminAuth }, payload });

/** KEY is replaced with the repository key. */
const calls: (readonly ['GET' | 'PUT' | 'DELETE' | 'POST', string])[] = [
  ['GET', '/artifactory/KEY/a.txt'],
  ['PUT', '/artifactory/KEY/b.txt'],
  ['DELETE', '/artifactory/KEY/a.txt'],
  ['GET', '/artifactory/api/storage/KEY/a.txt'],
  ['GET', '/artifactory/api/storage/KEY'],
  ['GET', '/artifactory/api/npm/KEY/left-pad'],
  ['PUT', '/artifactory/api/npm/KEY/left-pad'],
  ['GET', '/artifactory/api/npm/KEY/-/ping'],
  ['GET', '/artifactory/api/npm/KEY/-/whoami'],
  ['GET', '/artifactory/api/npm/KEY/-/nonsense'],
  ['POST', '/artifactory/api/npm/KEY/-/v1/login'],
  ['PUT', '/artifactory/api/npm/KEY/-/user/org.couchdb.user:nobody'],
  ['GET', '/artifactory/api/npm/KEY/-/v1/search?text=a'],
  ['GET', '/artifactory/api/repositories/KEY'],
  ['GET', '/ui/api/v1/ui/download?repoKey=KEY&path=a.txt'],
  ['GET', '/ui/api/v1/ui/v1/native/versions/npm/readme?repoKey=KEY&path=a.txt'],
  ['GET', '/v2/KEY/image/manifests/latest'],
  ['GET', '/v2/KEY/image/tags/list'],
  ['POST', '/artifactory/api/docker/KEY/v2/promote'],
  ['GET', '/artifactory/api/go/KEY/example.org/a/@v/list'],
  ['PUT', '/artifactory/api/go/KEY/example.org/a/@v/v1.0.0.zip'],
  ['GET', '/artifactory/api/helm/KEY/index.yaml'],
  ['PUT', '/artifactory/api/helm/KEY/a-1.0.0.tgz'],
  ['DELETE', '/artifactory/api/helm/KEY/api/charts/a/1.0.0'],
  ['POST', '/artifactory/api/helm/KEY/api/charts'],
  ['GET', '/artifactory/api/nuget/v3/KEY/index.json'],
  ['GET', '/artifactory/api/nuget/v3/KEY/query?q=a'],
  ['GET', '/artifactory/api/nuget/v3/KEY/registration/a/index.json'],
  ['GET', '/artifactory/api/nuget/v3/KEY/flatcontainer/no name/index.json'],
  ['PUT', '/artifactory/api/nuget/v3/KEY/package'],
  ['DELETE', '/artifactory/api/nuget/v3/KEY/package/a/1.0.0'],
];

describe('a repository that the caller has no permission on', () => {
  it.each([
    ['a user without permissions', () => ({ authorization: basic('nobody') })],
    ['a visitor', () => ({})],
  ])('is indistinguishable from a missing one for %s', async (_who, headers) => {
    const told = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', url: string, key: string) => {
      const answer = await platform.app.inject({
        method,
        url: url.replace('KEY', key),
        headers: headers() as Record<string, string>,
      });
      const { date: _date, ...rest } = answer.headers;
      return (
        JSON.stringify([answer.statusCode, rest, answer.body])
          .replaceAll(key, 'KEY')
          // Request IDs differ.
          .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
          .replace(/"content-length":"?\d+"?/, '')
          // Sign-in secrets differ.
          .replace(/session=[\w-]+|login\/done\?[^"\\]+/g, '')
      );
    };
    for (const [method, url] of calls) {
      for (const kind of kinds) {
        const hidden = await told(method, url, `hidden-${kind}`);
        expect([method, url, kind, hidden]).toEqual([
          method,
          url,
          kind,
          await told(method, url, `absent-${kind}`),
        ]);
      }
    }
  });

  it('is revealed to users with any permission, even if the scopes of their token lack it', async () => {
    const asked = await platform.app.inject({
      url: '/artifactory/absent-generic/a.txt',
      headers: { authorization: platform.adminAuth },
    });
    expect([asked.statusCode, asked.json().errors[0].message]).toEqual([
      404,
      'Repository absent-generic not found',
    ]);
    const made = await admin('POST', '/access/api/v1/tokens', {
      scope: 'repository:other:read',
    });
    const limited = await platform.app.inject({
      url: '/artifactory/hidden-generic/a.txt',
      headers: { authorization: `Bearer ${made.json().access_token}` },
    });
    expect([limited.statusCode, limited.json().errors[0].code]).toEqual([403, 'FORBIDDEN']);
  });
});

it.each([
  [0, 5],
  [0.6, 4.4],
  [4.9, 0.1],
  [12, 3],
])('a response ready after %d ms waits another %d ms', (elapsed, wait) => {
  expect(untilNextStep(elapsed)).toBeCloseTo(wait);
});

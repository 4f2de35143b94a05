import { createHash } from 'node:crypto';
import type { PackagesData, VersionsData } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';

let platform: TestPlatform;
let reader: string;

async function call(method: 'PUT' | 'POST', url: string, payload: object, authorization: string) {
  const response = await platform.app.inject({ method, url, payload, headers: { authorization } });
  expect(`${response.statusCode} ${response.body}`).toMatch(/^2/);
  return response.json();
}

beforeAll(async () => {
  platform = await testPlatform();
  const [name, password] = ['reader', 'a-long-Passw0rd-of-tests'];
  const user = { username: name, email: 'reader@example.org', password, groups: [] };
  await call('POST', '/access/api/v2/users', user, platform.adminAuth);
  reader = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  await withStorage(platform.storage, async () => {
    await publish({ name: 'shared', version: '1.0.0' });
    await publish({ name: 'shared', version: '2.0.0', repo: 'npm-remote' });
    await publish({ name: 'secret', version: '1.0.0', repo: 'npm-remote' });
    await publish({ name: 'open', version: '1.0.0' });
    await publish({ name: 'team/tool', version: '1.0.0', type: 'generic', repo: 'generic-local' });
    await publish({
      name: 'team/tool',
      version: '2.0.0',
      type: 'generic',
      repo: 'generic-local',
      leadFile: 'hidden/2',
    });
    await publish({ name: 'private/tool', version: '1.0.0', type: 'generic', repo: 'generic-local' });
  });
});
afterAll(() => platform?.close());

async function grant(name: string, targets: object): Promise<void> {
  const artifact = { actions: { users: { reader: ['READ'] }, groups: {} }, targets };
  await call('POST', '/access/api/v2/permissions', { name, resources: { artifact } }, platform.adminAuth);
}

const fields = 'edges { node { id latestVersion versionsCount } } pageInfo { hasNextPage totalCount }';

async function list(filter = '{}') {
  const query = `{ packages(filter: ${filter}) { ${fields} } }`;
  const { data } = await call('POST', '/metadata/api/v1/query', { query }, reader);
  const { edges, pageInfo } = (data as PackagesData).packages;
  return { pageInfo, packages: edges.map(({ node }) => [node.id, node.latestVersion, node.versionsCount]) };
}

describe('the part of the index that a caller can see', () => {
  it('is empty without a permission', async () => {
    expect((await list()).packages).toEqual([]);
  });

  it('contains only repositories that the caller can read', async () => {
    await grant('locals', { 'npm-local': {} });
    expect(await list()).toEqual({
      packages: [
        ['npm://open', '1.0.0', 1],
        ['npm://shared', '1.0.0', 1],
      ],
      pageInfo: { hasNextPage: false, totalCount: 2 },
    });
    expect((await list('{name: "*ecre*"}')).packages).toEqual([]);
    expect((await list('{repositoriesIn: [{name: "npm"}]}')).packages).toHaveLength(2);
    const query =
      '{ package(id: "npm://secret") { id } versions(filter: {packageId: "npm://shared"}) { edges { node { name } } } }';
    const { data } = await call('POST', '/metadata/api/v1/query', { query }, reader);
    expect(data).toEqual({ package: null, versions: { edges: [{ node: { name: '1.0.0' } }] } });
  });

  it('contains only readable paths of a partially readable repository', async () => {
    await grant('team', { 'generic-local': { include_patterns: ['team/**'] } });
    expect((await list('{packageTypeIn: ["generic"]}')).packages).toEqual([]);
    await withStorage(platform.storage, () =>
      publish({ name: 'team/tool', version: '3.0.0', type: 'generic', repo: 'generic-local' }),
    );
    expect((await list('{packageTypeIn: ["generic"]}')).packages.map(([id]) => id)).toEqual([
      'generic://team/tool',
    ]);
    expect((await list('{packageTypeIn: ["generic"], name: "*tool"}')).packages).toHaveLength(1);
    const query =
      '{ package(id: "generic://private/tool") { id } versions(filter: {packageId: "generic://team/tool"}) { edges { node { name } } } }';
    const { data } = await call('POST', '/metadata/api/v1/query', { query }, reader);
    const { package: hidden, versions } = data as VersionsData & { package: null };
    expect(hidden).toBeNull();
    expect(versions.edges.map(({ node }) => node.name)).toEqual(['3.0.0', '1.0.0']);
  });

  it('tells nothing of hidden versions by their number or content', async () => {
    await grant('more tools', { 'generic-local': { include_patterns: ['more/**'] } });
    const tool = { name: 'more/tool', type: 'generic', repo: 'generic-local' };
    await withStorage(platform.storage, async () => {
      await publish({ ...tool, version: '3.1.0' });
      const hidden = { version: '0.5.0', leadFile: 'private/old-tool', content: 'hidden content' };
      await publish({ ...tool, ...hidden });
    });
    const sha256 = createHash('sha256').update('hidden content').digest('hex');
    const all = '{packageTypeIn: ["generic"]}';
    expect((await list(all)).packages.map(([id]) => id)).toContain('generic://more/tool');
    for (const filter of [
      '{version: "0.5.0"}',
      '{search: "version:0.5.0"}',
      '{search: "tool@0.5"}',
      `{checksum: "${sha256}"}`,
      `{search: "checksum:${sha256}"}`,
    ])
      expect([filter, (await list(filter)).packages]).toEqual([filter, []]);
  });

  it('summarizes a package over its readable repositories only', async () => {
    const local = { rclass: 'local', packageType: 'generic' };
    await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/repositories/a-generic',
      headers: { authorization: platform.adminAuth },
      payload: local,
    });
    await withStorage(platform.storage, async () => {
      const lib = { name: 'lib', type: 'generic' };
      await publish({
        ...lib,
        version: '1.0',
        repo: 'a-generic',
        description: 'A lib',
        licenses: ['MIT'],
      });
      const hidden = { version: '9.0', repo: 'generic-local', leadFile: 'hidden/lib' };
      await publish({ ...lib, ...hidden, description: 'A secret', licenses: ['Secret'], content: 'secret' });
    });
    await grant('open', { 'a-generic': {} });
    const shown = 'latestVersion description licenses { name } versionsCount';
    const ask = async (query: string) =>
      (await call('POST', '/metadata/api/v1/query', { query }, reader)).data as PackagesData;
    const node = {
      latestVersion: '1.0',
      description: 'A lib',
      licenses: [{ name: 'MIT' }],
      versionsCount: 1,
    };
    expect(await ask(`{ package(id: "generic://lib") { ${shown} } }`)).toEqual({ package: node });
    const listed = async (filter: string) =>
      (await ask(`{ packages(filter: {${filter}}) { edges { node { ${shown} } } } }`)).packages.edges;
    expect(await listed('name: "lib"')).toEqual([{ node }]);
    const checksum = createHash('sha256').update('secret').digest('hex');
    for (const filter of ['description: "*secret*"', 'licenses: ["secret"]', `checksum: "${checksum}"`])
      expect([filter, await listed(filter)]).toEqual([filter, []]);
  });

  it('does not include the schema for users who are not administrators', async () => {
    const payload = { query: '{ __schema { queryType { name } } }' };
    const headers = { authorization: reader };
    const response = await platform.app.inject({
      method: 'POST',
      url: '/metadata/api/v1/query',
      payload,
      headers,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0].message).toMatch(/introspection/);
  });
});

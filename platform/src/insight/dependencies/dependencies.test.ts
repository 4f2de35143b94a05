import type { DependencyNode, TransitiveDependencies } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { scanAll } from '../../scanning/matching/scan.ts';
import { osv } from '../../scanning/testing/osvSamples.ts';
import { signIn } from '../../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { maxDepth } from '../sbom/Bill.ts';

let platform: TestPlatform;
const password = 'an old tune of the sea';

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    await publish({ name: 'app', version: '1.0.0', dependencies: { mid: '^1.0.0', absent: '^3.0.0' } });
    await publish({ name: 'mid', version: '1.2.0', dependencies: { leaky: '1.0.0', app: '*' } });
    for (const version of ['1.0.0', '1.1.0', '1.2.0-beta', '1.2.0', '2.0.0'])
      await publish({ name: 'leaky', version });
    await publish({ name: 'plain', version: '1', type: 'generic' });
    for (let at = 0; at <= maxDepth; at++)
      await publish({ name: `chain-${at}`, version: '1.0.0', dependencies: { [`chain-${at + 1}`]: '*' } });
    await createUser('rosa', { password, groups: [] });
  });
});
afterAll(() => platform?.close());

const url = (id: string, version: string) =>
  `/ui/api/v1/ui/dependencies?packageId=${encodeURIComponent(id)}&version=${version}`;
const ask = async (id: string, version = '1.0.0') =>
  (
    await platform.app.inject({ url: url(id, version), headers: { authorization: platform.adminAuth } })
  ).json<TransitiveDependencies>();
const named = (nodes: readonly DependencyNode[], name: string) => nodes.find((node) => node.name === name);

async function importAdvisory(): Promise<void> {
  await platform.app.inject({
    method: 'POST',
    url: '/artifactory/api/advisories',
    headers: { authorization: platform.adminAuth },
    payload: [osv()],
  });
  await withStorage(platform.storage, scanAll);
}

describe('the dependencies of a version at every depth', () => {
  it('have depths, and the dependency that requires them', async () => {
    const { known, nodes, truncated } = await ask('npm://app');
    expect([known, truncated]).toEqual([true, false]);
    expect(nodes.map(({ name, version, depth, via }) => [name, version, depth, via])).toEqual([
      ['mid', '1.2.0', 1, 'app'],
      ['absent', null, 1, 'app'],
      ['leaky', '1.0.0', 2, 'mid'],
    ]);
    expect(named(nodes, 'absent')).toMatchObject({ resolution: 'unresolved', range: '^3.0.0' });
  });

  it('have no counts while nothing is known of their vulnerabilities', async () => {
    const { own, nodes } = await ask('npm://app');
    expect([own, ...nodes].map(({ vulnerabilities }) => vulnerabilities)).toEqual([null, null, null, null]);
  });

  it('have counts and the nearest newer stored release without vulnerabilities', async () => {
    await importAdvisory();
    const { own, nodes } = await ask('npm://app');
    expect(own.vulnerabilities).toMatchObject({ high: 0 });
    expect(named(nodes, 'leaky')).toMatchObject({
      vulnerabilities: { high: 1 },
      upgrade: { version: '1.2.0' },
    });
    expect(named(nodes, 'mid')).toMatchObject({ vulnerabilities: { high: 0 }, upgrade: null });
    // Nothing is known of a version that is not stored.
    expect(named(nodes, 'absent')).toMatchObject({ vulnerabilities: null, upgrade: null });
    expect((await ask('npm://leaky')).own.upgrade).toEqual({ version: '1.2.0' });
  });

  it('are unknown, not none, for a type that declares none', async () => {
    expect(await ask('generic://plain', '1')).toMatchObject({ known: false, nodes: [] });
    expect(await ask('npm://leaky')).toMatchObject({ known: true, nodes: [] });
  });

  it(`are followed to a depth of ${maxDepth}, and then truncated`, async () => {
    const { nodes, truncated } = await ask('npm://chain-0');
    expect([nodes.length, nodes.at(-1)?.depth, truncated]).toEqual([maxDepth, maxDepth, true]);
  });

  it('show nothing of what the caller cannot read', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    expect((await rosa.inject({ url: url('npm://app', '1.0.0') })).statusCode).toBe(404);
    await platform.app.inject({
      method: 'POST',
      url: '/access/api/v2/permissions',
      headers: { authorization: platform.adminAuth },
      payload: {
        name: 'some',
        resources: {
          artifact: {
            actions: { users: { rosa: ['READ'] }, groups: {} },
            targets: { 'npm-local': { include_patterns: ['app/**', 'mid/**', 'leaky/-/leaky-1.0.0.tgz'] } },
          },
        },
      },
    });
    const { nodes } = (await rosa.inject({ url: url('npm://app', '1.0.0') })).json<TransitiveDependencies>();
    // The advice names no version that she cannot read.
    expect(named(nodes, 'leaky')).toMatchObject({ version: '1.0.0', upgrade: null });
  });

  it.each([
    ['packageId=app&version=1.0.0', 400],
    ['packageId=npm://app&version=9', 404],
  ])('reject ?%s with %i', async (query, status) => {
    const answer = await platform.app.inject({
      url: `/ui/api/v1/ui/dependencies?${query}`,
      headers: { authorization: platform.adminAuth },
    });
    expect(answer.statusCode).toBe(status);
  });
});

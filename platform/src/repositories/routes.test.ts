import type { RepositorySummary } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { untilQueryWaits } from '../testing/untilQueryWaits.ts';
import { deleteRepository } from './removal.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, anonymous = false) =>
  platform.app.inject({
    method,
    url: path,
    ...(payload ? { payload } : {}),
    headers: anonymous ? {} : { authorization: platform.adminAuth },
  });

const base = '/artifactory/api/repositories';

describe('repositories', () => {
  it('include the default repositories', async () => {
    const list = (await call('GET', base)).json<RepositorySummary[]>();
    expect(list.map(({ key, type, packageType }) => `${key} ${type} ${packageType}`)).toEqual([
      'docker-local LOCAL docker',
      'docker-virtual VIRTUAL docker',
      'generic-local LOCAL generic',
      'npm VIRTUAL npm',
      'npm-local LOCAL npm',
      'npm-remote REMOTE npm',
      'plugins-local LOCAL npm',
    ]);
  });

  it('can be filtered by type and package type, and reject unknown types with the valid ones', async () => {
    const virtual = (await call('GET', `${base}?type=virtual&packageType=npm`)).json<RepositorySummary[]>();
    expect(virtual.map(({ key }) => key)).toEqual(['npm']);
    expect((await call('GET', `${base}?type=federated`)).json()).toEqual([]);
    const wrong = await call('GET', `${base}?type=distant`);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().errors[0].message).toContain('local, remote, virtual, or federated');
  });

  it('can be created, changed, and deleted as remotes', async () => {
    const made = await call('PUT', `${base}/npm-other`, {
      rclass: 'remote',
      packageType: 'npm',
      url: 'http://127.0.0.1:4873/',
    });
    expect(made.statusCode).toBe(201);
    expect((await call('PUT', `${base}/npm-other`, { rclass: 'local', packageType: 'npm' })).statusCode).toBe(
      409,
    );

    const changed = await call('POST', `${base}/npm-other`, { retrievalCachePeriodSecs: 5 });
    expect(changed.json()).toMatchObject({ url: 'http://127.0.0.1:4873/', retrievalCachePeriodSecs: 5 });
    const fromHost = await call('POST', `${base}/npm-other`, { hostUpstream: true });
    expect(fromHost.json()).not.toHaveProperty('url');

    expect((await call('DELETE', `${base}/npm-other`)).statusCode).toBe(204);
    expect((await call('GET', `${base}/npm-other`)).statusCode).toBe(404);
  });

  it.each([
    ['generic', (key: string) => ({ url: `/artifactory/${key}/a.txt`, payload: 'late' })],
    [
      'npm',
      async (key: string) => {
        const sample = { name: 'late', version: '1.0.0' };
        const payload = publishBody(sample, await sampleTarball(sample));
        return { url: `/artifactory/api/npm/${key}/late`, payload };
      },
    ],
  ])('accept no uploads after a concurrent deletion: %s', async (packageType, upload) => {
    const key = `${packageType}-going`;
    const configuration = { rclass: 'local', packageType };
    await call('PUT', `${base}/${key}`, configuration);
    const { url, payload } = await upload(key);
    const { storage } = platform;
    const late = await withStorage(storage, () =>
      transaction(async () => {
        await deleteRepository(key);
        const headers = { authorization: platform.adminAuth };
        const answer = withStorage(storage, async () =>
          platform.app.inject({ method: 'PUT', url, payload, headers }),
        );
        await untilQueryWaits(storage);
        return { answer };
      }),
    );
    const answer = await late.answer;
    expect([answer.statusCode, answer.body]).toEqual([
      404,
      expect.stringContaining(`Repository ${key} does not exist`),
    ]);
    expect((await call('PUT', `${base}/${key}`, configuration)).statusCode).toBe(201);
    const listed = await call('GET', `/artifactory/api/storage/${key}?list&deep=1`);
    expect(listed.json()).toMatchObject({ files: [] });
    await call('DELETE', `${base}/${key}`);
  });

  it('can be deleted despite a deadlock with a publisher', async () => {
    const key = 'npm-contended';
    await call('PUT', `${base}/${key}`, { rclass: 'local', packageType: 'npm' });
    const sample = { name: 'contended', version: '1.0.0' };
    const payload = publishBody(sample, await sampleTarball(sample));
    await call('PUT', `/artifactory/api/npm/${key}/contended`, payload);
    const { storage } = platform;
    let deletion: Promise<{ statusCode: number }> | undefined;
    const publisher = withStorage(storage, () =>
      transaction(async () => {
        // Like a publisher: locks the package rows first, then the repository row.
        await db().execute(sql`SELECT FROM npm_packages WHERE repo = ${key} FOR UPDATE`);
        deletion = withStorage(storage, async () => call('DELETE', `${base}/${key}`));
        await untilQueryWaits(storage);
        await db().execute(sql`SELECT FROM repositories WHERE key = ${key} FOR KEY SHARE`);
      }),
    );
    // The database ends either of the two: the deletion is repeated, a publisher repeats itself.
    const codes = await publisher.then(
      () => undefined,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
    expect([undefined, '40P01']).toContain(codes);
    expect((await deletion)?.statusCode).toBe(204);
    expect((await call('GET', `${base}/${key}`)).statusCode).toBe(404);
  });

  it('can have the deployment repository of a virtual one removed', async () => {
    const made = await call('PUT', `${base}/npm-some`, {
      rclass: 'virtual',
      packageType: 'npm',
      repositories: ['npm-local'],
      defaultDeploymentRepo: 'npm-local',
    });
    expect(made.json()).toMatchObject({ defaultDeploymentRepo: 'npm-local' });
    const changed = await call('POST', `${base}/npm-some`, { defaultDeploymentRepo: '' });
    expect(changed.json()).toMatchObject({ defaultDeploymentRepo: '' });
    const { repoTypesList } = (await call('GET', '/ui/api/v1/ui/repodata?deploy=true')).json();
    expect(repoTypesList.map((each: { repoKey: string }) => each.repoKey)).not.toContain('npm-some');
    await call('DELETE', `${base}/npm-some`);
  });

  it('cannot be deleted as members of a virtual repository', async () => {
    const refused = await call('DELETE', `${base}/npm-local`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().errors[0].message).toContain('member of npm');
  });

  it.each([
    ['api', { rclass: 'local', packageType: 'npm' }, 'reserved'],
    ['UI', { rclass: 'local', packageType: 'npm' }, 'reserved'],
    ['a..b', { rclass: 'local', packageType: 'npm' }, 'Invalid repository key'],
    ['good', { rclass: 'nearby', packageType: 'npm' }, 'rclass'],
    [
      'good',
      { rclass: 'local', packageType: 'debian' },
      'invalid field \'packageType\': package type "debian" is not supported. Use generic, which stores files of any type without a package index, or one of npm, docker,',
    ],
    ['good', { rclass: 'local', packageType: 'npm', url: 'http://127.0.0.1/' }, 'url'],
    ['good', { rclass: 'remote', packageType: 'npm' }, 'requires url or hostUpstream'],
    [
      'good',
      { rclass: 'remote', packageType: 'npm', url: 'http://me:secret@127.0.0.1/' },
      'without user name',
    ],
    ['good', { rclass: 'remote', packageType: 'npm', url: 'file:///etc/passwd' }, 'HTTP or HTTPS'],
    [
      'good',
      { rclass: 'virtual', packageType: 'npm', repositories: ['nothing'] },
      'repository nothing not found',
    ],
    ['good', { rclass: 'virtual', packageType: 'npm', repositories: ['npm'] }, 'is virtual'],
    ['good', { rclass: 'virtual', packageType: 'npm', repositories: ['generic-local'] }, 'contains generic'],
    [
      'good',
      {
        rclass: 'virtual',
        packageType: 'npm',
        repositories: ['npm-remote'],
        defaultDeploymentRepo: 'npm-local',
      },
      'is not a member',
    ],
  ])('refuses %s %j', async (key, body, message) => {
    const answer = await call('PUT', `${base}/${key}`, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toContain(message);
  });

  it('are neither listed nor changed without permission', async () => {
    expect((await call('GET', base, undefined, true)).json()).toEqual([]);
    expect((await call('GET', `${base}/npm-local`, undefined, true)).statusCode).toBe(401);
    expect((await call('PUT', `${base}/x`, { rclass: 'local', packageType: 'npm' }, true)).statusCode).toBe(
      401,
    );
    expect((await call('DELETE', `${base}/npm-local`, undefined, true)).statusCode).toBe(401);
  });

  it('are not changed with a token of limited scope, which the error names', async () => {
    const scope = 'repository:generic-local:read';
    const token = (await call('POST', '/access/api/v1/tokens', { scope })).json().access_token;
    const denied = await platform.app.inject({
      ...{ method: 'DELETE', url: `${base}/generic-local` },
      headers: { authorization: `Bearer ${token}` },
    });
    expect([denied.statusCode, denied.json().errors[0].message]).toEqual([
      ...[403, 'This token of user admin has no permission to change repository generic-local'],
    ]);
  });

  it('are listed as deploy targets of the caller', async () => {
    const { repoTypesList } = (await call('GET', '/ui/api/v1/ui/repodata?deploy=true')).json();
    expect(repoTypesList).toContainEqual({ repoKey: 'npm', repoType: 'npm', type: 'VIRTUAL' });
    expect(repoTypesList.map((each: { repoKey: string }) => each.repoKey)).not.toContain('npm-remote');
    expect((await call('GET', '/ui/api/v1/ui/repodata', undefined, true)).json().repoTypesList).toEqual([]);
  });
});

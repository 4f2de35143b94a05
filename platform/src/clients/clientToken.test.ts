import type { NpmToken } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const url = '/ui/npm/token';
const password = 'an old tune of the sea';
const sample = { name: 'signed-in', version: '1.0.0' };

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
});
afterAll(() => platform.close());

const ask = (payload: object, authorization = platform.adminAuth, to = url) =>
  platform.app.inject({ method: 'POST', url: to, headers: { authorization }, payload });
const publish = async (repo: string, token: string) => {
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/npm/${repo}/${sample.name}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(publishBody(sample, await sampleTarball(sample))),
  });
  return answer.statusCode;
};

describe('a token for npm', () => {
  it('is limited to one repository and the user’s permissions there [call-01]', async () => {
    const answer = await ask({ repoKey: 'npm' });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const made = answer.json<NpmToken>();
    expect(made).toMatchObject({
      scope: 'repository:npm:read repository:npm-local:read,deploy,delete,annotate',
      expiresIn: 90 * 86_400,
      registry: 'http://localhost/artifactory/api/npm/npm/',
    });
    expect(made.npmrc).toEqual([
      `registry=${made.registry}`,
      `//localhost/artifactory/api/npm/npm/:_authToken=${made.token}`,
    ]);
    expect(await publish('npm', made.token)).toBe(201);
    const elsewhere = await platform.app.inject({
      url: '/artifactory/api/npm/plugins-local/@lading%2fplugin-auth',
      headers: { authorization: `Bearer ${made.token}` },
    });
    expect(elsewhere.statusCode).toBe(403);
  });

  it('grants no more than the user’s permissions', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const made = (await rosa.inject({ method: 'POST', url, payload: { repoKey: 'npm' } })).json<NpmToken>();
    expect(made.scope).toBe('repository:npm:read');
    expect(await publish('npm', made.token)).toBe(403);
    const again = await ask({ repoKey: 'npm-local' }, `Bearer ${made.token}`);
    expect(again.statusCode).toBe(403);
  });

  it('is also created at the path of the other routes', async () => {
    expect((await ask({ repoKey: 'npm-local' }, undefined, '/ui/api/v1/ui/npm/token')).statusCode).toBe(201);
  });

  it('can be created for a repository of any format', async () => {
    const answer = await ask({ repoKey: 'generic-local' }, undefined, '/ui/api/v1/ui/setMeUp/token');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(answer.json()).toMatchObject({
      scope: 'repository:generic-local:read,deploy,delete,annotate',
      expiresIn: 90 * 86_400,
    });
  });

  it('shows its user whether a client has used it [intg-11]', async () => {
    const rosa = await signIn(platform.app, 'rosa', password);
    const created = await rosa.inject({
      ...{ method: 'POST', url: '/ui/api/v1/ui/setMeUp/token', payload: { repoKey: 'npm' } },
    });
    const made = created.json<NpmToken>();
    const use = `/ui/api/v1/ui/setMeUp/token/${made.tokenId}`;
    const look = () => rosa.inject({ method: 'GET', url: use });
    expect((await look()).json()).toEqual({ tokenId: made.tokenId });
    const authorization = `Bearer ${made.token}`;
    await platform.app.inject({ url: '/artifactory/api/npm/npm/missing', headers: { authorization } });
    const { lastUsed } = (await look()).json();
    expect(Math.abs(Date.parse(lastUsed) - Date.now())).toBeLessThan(60_000);
    const other = await platform.app.inject({ url: use, headers: { authorization: platform.adminAuth } });
    expect(other.statusCode).toBe(404);
    const revoked = { method: 'DELETE', url: `/access/api/v1/tokens/${made.tokenId}` } as const;
    expect((await rosa.inject(revoked)).statusCode).toBe(200);
    expect((await look()).json().errors[0].code).toBe('TOKEN_NOT_FOUND');
  });

  it.each([
    [{}, 400, 'repoKey'],
    [{ repoKey: 'generic-local' }, 400, 'generic-local contains generic'],
    [{ repoKey: 'no-such' }, 404, 'no-such'],
    [{ repoKey: 'npm', expiresIn: 0 }, 400, 'expiresIn'],
    [{ repoKey: 'npm', expiresIn: 400 * 86_400 }, 400, 'expiresIn'],
  ])('returns for %j status %i with the reason', async (payload, status, said) => {
    const answer = await ask(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().errors[0].message).toContain(said);
  });

  it('requires a signed-in user', async () => {
    expect((await platform.app.inject({ method: 'POST', url, payload: { repoKey: 'npm' } })).statusCode).toBe(
      401,
    );
  });
});

import type { RemovalOutcome, RemovalPlan, RemovalSelection } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { signIn } from '../testing/signIn.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const url = '/ui/api/v1/ui/v1/native/removal';
const password = 'an old tune of the sea';
let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, () => createUser('rosa', { password }));
});
afterAll(() => platform?.close());

const headers = () => ({ authorization: platform.adminAuth });
async function publish(name: string, version: string, dependencies: Record<string, string> = {}) {
  const sample = { name, version, manifest: { dependencies } };
  const answer = await platform.app.inject({
    method: 'PUT',
    url: `/artifactory/api/npm/npm-local/${name}`,
    headers: { ...headers(), 'content-type': 'application/json' },
    payload: JSON.stringify(publishBody(sample, await sampleTarball(sample))),
  });
  expect(answer.statusCode).toBe(201);
}
const put = (path: string, payload: string) =>
  platform.app.inject({
    method: 'PUT',
    url: `/artifactory/generic-local/${path}`,
    headers: headers(),
    payload,
  });
const post = (path: string, payload: object) =>
  platform.app.inject({ method: 'POST', url: `${url}${path}`, headers: headers(), payload });
const plan = async (selection: RemovalSelection) => (await post('/plan', selection)).json<RemovalPlan>();
const status = async (path: string) =>
  (await platform.app.inject({ url: path, headers: headers() })).statusCode;

describe('deleting versions', () => {
  it('previews the exact effect, then deletes exactly that [pkg-08]', async () => {
    await publish('left', '1.0.0');
    await publish('left', '2.0.0');
    await publish('user', '1.0.0', { left: '^1.0.0' });
    await put('tools/jq/1.7.1/jq', 'a');
    await put('tools/jq/1.7.1/jq.sha256', 'bc');
    const selection = {
      packages: [{ id: 'npm://left', versions: ['1.0.0'] }, { id: 'generic://tools/jq' }],
    };
    const { lines, repositories, usedBy, digest } = await plan(selection);
    expect(
      lines.map(({ name, version, repo, files }) => [name, version, repo, files.map(({ path }) => path)]),
    ).toEqual([
      ['tools/jq', '1.7.1', 'generic-local', ['tools/jq/1.7.1/jq', 'tools/jq/1.7.1/jq.sha256']],
      ['left', '1.0.0', 'npm-local', ['left/-/left-1.0.0.tgz']],
    ]);
    expect(repositories[0]).toEqual({ repo: 'generic-local', versions: 1, files: 2, bytes: 3 });
    expect(usedBy).toEqual([
      { id: 'npm://left', name: 'left', total: 1, first: [{ id: 'npm://user', name: 'user' }] },
    ]);
    expect(await status('/artifactory/npm-local/left/-/left-1.0.0.tgz')).toBe(200);

    const done = (await post('', { ...selection, digest })).json<RemovalOutcome>();
    expect(done).toMatchObject({ removed: { versions: 2, files: 3 }, failed: [] });
    expect(await status('/artifactory/npm-local/left/-/left-1.0.0.tgz')).toBe(404);
    expect(await status('/artifactory/generic-local/tools/jq/1.7.1/jq')).toBe(404);
    expect(await status('/artifactory/api/npm/npm-local/left/2.0.0')).toBe(200);
    expect((await plan(selection)).lines).toEqual([]);
  });

  it('is rejected if the effect differs from the preview', async () => {
    await publish('moving', '1.0.0');
    const selection = { packages: [{ id: 'npm://moving' }] };
    const { digest } = await plan(selection);
    await publish('moving', '1.1.0');
    const answer = await post('', { ...selection, digest });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'PLAN_CHANGED']);
    expect(await status('/artifactory/api/npm/npm-local/moving/1.0.0')).toBe(200);
  });

  it('keeps versions that cannot be deleted, with the reason', async () => {
    await publish('kept', '1.0.0');
    const rosa = await signIn(platform.app, 'rosa', password);
    const payload = { packages: [{ id: 'npm://kept' }] };
    const seen = (await rosa.inject({ method: 'POST', url: `${url}/plan`, payload })).json<RemovalPlan>();
    expect(seen.lines.map(({ refused }) => refused)).toEqual([
      'You have no permission to delete kept/-/kept-1.0.0.tgz from npm-local',
    ]);
    expect(seen.repositories).toEqual([]);
    const answer = await rosa.inject({ method: 'POST', url, payload: { ...payload, digest: seen.digest } });
    expect(answer.json<RemovalOutcome>().removed.versions).toBe(0);
    expect(await status('/artifactory/api/npm/npm-local/kept/1.0.0')).toBe(200);
  });

  it.each([
    [{}, 'packages'],
    [{ packages: [] }, 'packages'],
    [{ packages: [{ id: 'left' }] }, 'package ID'],
  ])('rejects %j with the reason', async (payload, about) => {
    const answer = await post('/plan', payload);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(about),
    ]);
  });

  it('requires a signed-in user', async () => {
    for (const path of ['', '/plan']) {
      expect((await platform.app.inject({ method: 'POST', url: url + path, payload: {} })).statusCode).toBe(
        401,
      );
    }
  });
});

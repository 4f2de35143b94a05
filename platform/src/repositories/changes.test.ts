import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { untilQueryWaits } from '../testing/untilQueryWaits.ts';
import { deleteRepository } from './removal.ts';
import { changeRepository, createRepository, requireRepository } from './repositories.ts';

const base = '/artifactory/api/repositories';
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = (method: Method, url: string, payload?: unknown, type = 'application/json') =>
  platform.app.inject({
    method,
    url,
    headers: {
      authorization: platform.adminAuth,
      ...(payload === undefined ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  });
const local = { rclass: 'local', packageType: 'generic' };

/** Sends the request while `work` holds its locks; it goes on once they are released. */
async function sentDuring(work: () => Promise<void>, send: () => ReturnType<typeof call>) {
  const { storage } = platform;
  const { answer } = await withStorage(storage, () =>
    transaction(async () => {
      await work();
      const answer = withStorage(storage, async () => send());
      await untilQueryWaits(storage);
      return { answer };
    }),
  );
  return answer;
}

describe('a change of a repository', () => {
  it('keeps fields that a client sends as null [adm-01]', async () => {
    const remote = { rclass: 'remote', packageType: 'generic', url: 'https://upstream.example.org/' };
    const fields = { username: 'reader', password: 'an old tune', blackedOut: true };
    expect((await call('PUT', `${base}/kept`, { ...remote, ...fields })).statusCode).toBe(201);
    const nothing = { url: null, username: null, password: null, proxy: null, blackedOut: null };
    const changed = await call('POST', `${base}/kept`, { ...nothing, description: 'Kept' });
    expect(changed.json()).toMatchObject({
      ...{ url: remote.url, username: 'reader', hasPassword: true, blackedOut: true, description: 'Kept' },
    });
  });

  it('accepts the content types of existing clients', async () => {
    const type = 'application/vnd.org.jfrog.artifactory.repositories.LocalRepositoryConfiguration+json';
    expect((await call('PUT', `${base}/typed`, local, type)).statusCode).toBe(201);
    expect((await call('POST', `${base}/typed`, { description: 'x' }, type)).statusCode).toBe(200);
  });

  it('can create an empty virtual repository, and keeps fields of older clients', async () => {
    const virtual = { rclass: 'virtual', packageType: 'generic' };
    expect((await call('PUT', `${base}/empty`, virtual)).json()).toMatchObject({ repositories: [] });
    const kept = { failedRetrievalCachePeriodSecs: 30 };
    expect((await call('PUT', `${base}/older`, { ...local, ...kept })).json()).toMatchObject(kept);
  });
});

describe('two administrators at the same time', () => {
  it('do not create the same repository twice', async () => {
    const repository = {
      key: 'twice',
      type: 'local',
      packageType: 'npm',
      description: '',
      options: {},
    } as const;
    const answer = await sentDuring(
      async () => void (await createRepository(repository)),
      () => call('PUT', `${base}/twice`, local),
    );
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'EXISTS']);
    expect((await call('GET', `${base}/twice`)).json()).toMatchObject({ packageType: 'npm' });
  });

  it('do not bring a deleted repository back', async () => {
    await call('PUT', `${base}/gone`, local);
    const answer = await sentDuring(
      () => deleteRepository('gone'),
      () => call('POST', `${base}/gone`, { description: 'Back' }),
    );
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'NOT_FOUND']);
    expect((await call('GET', `${base}/gone`)).statusCode).toBe(404);
  });

  it('do not create a virtual repository of a deleted one', async () => {
    await call('PUT', `${base}/member`, local);
    const virtual = { rclass: 'virtual', packageType: 'generic', repositories: ['member'] };
    const answer = await sentDuring(
      () => deleteRepository('member'),
      () => call('PUT', `${base}/whole`, virtual),
    );
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'REFERENCE_GONE']);
  });

  it('do not delete a repository that becomes a member of a virtual one', async () => {
    await call('PUT', `${base}/joining`, local);
    await call('PUT', `${base}/joined`, { rclass: 'virtual', packageType: 'generic' });
    const answer = await sentDuring(
      async () => changeRepository({ ...(await requireRepository('joined')), members: ['joining'] }),
      () => call('DELETE', `${base}/joining`),
    );
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'IN_USE']);
  });

  it('do not delete a proxy that a repository selects', async () => {
    const proxies = '/ui/api/v1/ui/proxies';
    await call('POST', `${proxies}/crud`, { key: 'out', host: '192.0.2.1', port: 3128 });
    const remote = { rclass: 'remote', packageType: 'generic', url: 'https://upstream.example.org/' };
    await call('PUT', `${base}/through`, remote);
    const answer = await sentDuring(
      async () => changeRepository({ ...(await requireRepository('through')), options: { proxy: 'out' } }),
      () => call('POST', `${proxies}/deleteProxies`, { proxyKeys: ['out'] }),
    );
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'PROXY_IN_USE']);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publishBody, sampleTarball } from './testing/samples.ts';
import { type StubUpstream, stubUpstream } from './testing/stubUpstream.ts';

let upstream: StubUpstream;
let platform: TestPlatform;
beforeAll(async () => {
  upstream = await stubUpstream();
  platform = await testPlatform({
    env: { LADING_NPM_UPSTREAM: upstream.url, LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
  });
});
afterEach(() => {
  upstream.fault = undefined;
  upstream.requests.length = 0;
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});

const get = (path: string) =>
  platform.app.inject({
    url: `/artifactory/api/npm/${path}`,
    headers: { authorization: platform.adminAuth },
  });
const answering = (answers: Record<string, [status: number, body: string]>) => {
  upstream.fault = ({ url = '' }, response) => {
    const [status, body] = answers[url] ?? [404, '{}'];
    response.writeHead(status).end(body);
  };
};
const key = { keyid: 'SHA256:x', keytype: 'ecdsa-sha2-nistp256', key: 'MFk=', expires: null };
const attestations = { attestations: [{ predicateType: 'https://slsa.dev/provenance/v1', bundle: {} }] };

describe('signatures of upstreams', () => {
  it('use the keys of the upstream', async () => {
    answering({ '/-/npm/v1/keys': [200, JSON.stringify({ keys: [key] })] });
    for (const repo of ['npm', 'npm-remote'])
      expect((await get(`${repo}/-/npm/v1/keys`)).json()).toEqual({ keys: [key] });
    expect((await get('npm-local/-/npm/v1/keys')).statusCode).toBe(404);
  });

  it.each([
    [404, '{}', 404],
    [503, '{}', 502],
    [200, 'nonsense', 502],
    [200, '{"keys": 1}', 502],
  ])('have no keys if the upstream returns %i %s', async (status, body, expected) => {
    answering({ '/-/npm/v1/keys': [status, body] });
    expect((await get('npm/-/npm/v1/keys')).statusCode).toBe(expected);
  });

  it('include the attestations of a version, except for local names', async () => {
    const body: [number, string] = [200, JSON.stringify(attestations)];
    answering({
      '/-/npm/v1/attestations/theirs@1.0.0': body,
      '/-/npm/v1/attestations/@their%2fscoped@1.0.0-rc.1': body,
      '/-/npm/v1/attestations/ours@1.0.0': body,
    });
    for (const of of ['theirs@1.0.0', '@their%2fscoped@1.0.0-rc.1', '@their/scoped@1.0.0-rc.1'])
      expect((await get(`npm/-/npm/v1/attestations/${of}`)).json()).toEqual(attestations);
    expect((await get('npm/-/npm/v1/attestations/none@1.0.0')).statusCode).toBe(404);
    const ours = { name: 'ours', version: '1.0.0' };
    await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/npm/npm-local/ours',
      payload: publishBody(ours, await sampleTarball(ours)),
      headers: { authorization: platform.adminAuth },
    });
    upstream.requests.length = 0;
    expect((await get('npm/-/npm/v1/attestations/ours@1.0.0')).statusCode).toBe(404);
    expect(upstream.requests).toEqual([]);
    for (const bad of ['theirs', '@1.0.0', '../x@1.0.0', 'a/b/c@1'])
      expect((await get(`npm/-/npm/v1/attestations/${bad}`)).statusCode).toBeGreaterThanOrEqual(400);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { sampleWheel, uploadForm } from './testing/samples.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  for (const key of ['py', 'py-released'])
    await call('PUT', `/artifactory/api/repositories/${key}`, { rclass: 'local', packageType: 'pypi' });
});
afterAll(() => platform?.close());

const call = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object | Buffer,
  headers: Record<string, string> = {},
) =>
  platform.app.inject({
    method,
    url,
    headers: { authorization: platform.adminAuth, ...headers },
    ...(payload ? { payload } : {}),
  });
const put = (path: string, bytes: Buffer) => call('PUT', `/artifactory/${path}`, bytes);
const listed = async (repo: string, name: string) => {
  const accept = 'application/vnd.pypi.simple.v1+json';
  const answer = await call('GET', `/artifactory/api/pypi/${repo}/simple/${name}/`, undefined, { accept });
  return answer.statusCode === 200
    ? answer.json().files.map(({ filename }: { filename: string }) => filename)
    : answer.statusCode;
};

const { file, bytes } = sampleWheel({ name: 'plain-file', version: '1.0' });
const path = `plain-file/1.0/${file}`;

describe('a distribution as a plain file', () => {
  it('is accepted at its upload path, validated, and listed', async () => {
    const answer = await put(`py/${path}`, bytes);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await listed('py', 'plain-file')).toEqual([file]);
  });

  it.each([
    ['elsewhere', `py/${file}`, bytes, 400, `Expected ${path}`],
    ['at the path of another version', `py/plain-file/2.0/${file}`, bytes, 400, `Expected ${path}`],
    ['next to the index', 'py/.pypi/simple/x', bytes, 400, 'Expected '],
    ['that is invalid', `py/${path.replaceAll('1.0', '3.0')}`, Buffer.from('no'), 400, 'an incomplete zip'],
    [
      'that exists',
      `py/${path}`,
      sampleWheel({ name: 'plain-file', version: '1.0', files: { a: 'b' } }).bytes,
      409,
      'already exists',
    ],
  ])('is rejected %s', async (_, to, content, status, said) => {
    const answer = await put(to, content);
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      status,
      expect.stringContaining(said),
    ]);
  });

  it('is copied to another repository and deleted together with its index entries', async () => {
    const copied = await call('POST', `/artifactory/api/copy/py/${path}?to=/py-released/${path}`);
    expect(copied.statusCode, copied.body).toBe(200);
    expect(await listed('py-released', 'plain-file')).toEqual([file]);
    expect((await call('DELETE', `/artifactory/py/${path}`)).statusCode).toBe(204);
    expect([await listed('py', 'plain-file'), await listed('py-released', 'plain-file')]).toEqual([
      404,
      [file],
    ]);
    const query =
      '{ versions(filter: { packageId: "pypi://plain-file" }, first: 5) { edges { node { repos { name } } } } }';
    const answer = await call('POST', '/metadata/api/v1/query', { query });
    expect(answer.json().data.versions.edges, answer.body).toEqual([
      { node: { repos: [{ name: 'py-released' }] } },
    ]);
  });

  it('does not affect uploads', async () => {
    const { payload, headers } = uploadForm({ name: 'plain-file', version: '1.0' }, { file, bytes });
    expect((await call('POST', '/artifactory/api/pypi/py/', payload, headers)).statusCode).toBe(200);
    expect((await call('POST', '/artifactory/api/pypi/py-released/', payload, headers)).statusCode).toBe(409);
  });
});

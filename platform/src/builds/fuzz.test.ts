import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzRounds, mutate, randomNumbers } from '../testing/mutate.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

const file = {
  name: 'a.jar',
  type: 'jar',
  sha1: 'a'.repeat(40),
  sha256: 'b'.repeat(64),
  md5: 'c'.repeat(32),
};
const sample = JSON.stringify({
  ...{
    version: '1.0.1',
    name: 'fuzzed',
    number: '1',
    type: 'GENERIC',
    started: '2026-01-31T12:00:00.000+0100',
  },
  ...{
    agent: { name: 'jfrog-cli-go', version: '2.50.0' },
    buildAgent: { name: 'GENERIC' },
    durationMillis: 5,
    url: 'https://x/',
  },
  vcs: [{ url: 'https://git.example.org/x.git', revision: 'abc', branch: 'main', message: 'x' }],
  modules: [
    {
      id: 'm',
      type: 'maven',
      artifacts: [file],
      dependencies: [{ ...file, id: 'g:a:1', scopes: ['compile'] }],
    },
  ],
});
const words = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  '1e999',
  '-1',
  '\\u0000',
  '\\ud800',
  '\0',
  '"__proto__":',
  '[[['.repeat(60),
  'true',
];

it('never fails with a server error on corrupted build-info, and shows what it has stored', async () => {
  const random = randomNumbers(11);
  const headers = { authorization: platform.adminAuth, 'content-type': 'application/json' };
  let taken = 0;
  for (let round = 0; round < fuzzRounds; round++) {
    const payload = mutate(Buffer.from(sample), random, words);
    const { statusCode, body } = await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/build',
      headers,
      payload,
    });
    expect([statusCode < 500, payload.toString('latin1'), body]).toEqual([
      true,
      payload.toString('latin1'),
      body,
    ]);
    if (statusCode === 204) taken += 1;
  }
  expect(taken).toBeGreaterThan(0);
  const list = await platform.app.inject({ url: '/ui/api/v1/ui/builds', headers });
  for (const { name, lastNumber } of list.json().builds as { name: string; lastNumber: string }[]) {
    const url = `/ui/api/v1/ui/builds/${encodeURIComponent(name)}/${encodeURIComponent(lastNumber)}`;
    const { statusCode, body } = await platform.app.inject({ url, headers });
    expect([name, statusCode, body]).toEqual([name, 200, body]);
    const diff = await platform.app.inject({
      url: `${url}/diff?to=${encodeURIComponent(lastNumber)}`,
      headers,
    });
    expect([name, diff.statusCode, diff.body]).toEqual([name, 200, diff.body]);
    const payload = { status: 'x', targetRepo: 'generic-local', dependencies: true };
    const plan = await platform.app.inject({
      method: 'POST',
      url: `${url}/promotion/plan`,
      headers,
      payload,
    });
    expect([name, plan.statusCode, plan.body]).toEqual([name, 200, plan.body]);
  }
}, 600_000);

const promotion = JSON.stringify({
  ...{ status: 'staged', comment: 'x', ciUser: 'ci', timestamp: '2026-01-31T12:00:00.000+0100' },
  ...{ dryRun: true, targetRepo: 'generic-local', sourceRepo: 'generic-local', copy: true, failFast: false },
  ...{ artifacts: true, dependencies: true, scopes: ['compile'], properties: { a: ['b'] } },
});

it('never fails with a server error on corrupted promotions', async () => {
  const random = randomNumbers(12);
  const headers = { authorization: platform.adminAuth, 'content-type': 'application/json' };
  const payload = JSON.stringify({ ...JSON.parse(sample), name: 'promoted' });
  await platform.app.inject({ method: 'PUT', url: '/artifactory/api/build', headers, payload });
  const seen = new Set<number>();
  for (let round = 0; round < fuzzRounds; round++) {
    const broken = mutate(Buffer.from(promotion), random, words);
    const url = '/artifactory/api/build/promote/promoted/1';
    const answer = await platform.app.inject({ method: 'POST', url, headers, payload: broken });
    const sent = broken.toString('latin1');
    expect([answer.statusCode < 500, sent, answer.body]).toEqual([true, sent, answer.body]);
    seen.add(answer.statusCode);
  }
  expect([...seen]).toEqual(expect.arrayContaining([200, 400]));
}, 600_000);

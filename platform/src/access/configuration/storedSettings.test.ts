import type { AuditPage } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

const send = (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  platform.app.inject({
    method,
    url: `/access/api/v1${url}`,
    headers: { authorization: platform.adminAuth, 'x-jfrog-reauthentication': platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const changes = async (limit: number) => {
  const answer = await send('GET', `/audit?event=settings-changed&limit=${limit}`);
  return answer.json<AuditPage>().events.map((event) => event.changes ?? []);
};
const mail = (more: object = {}) => ({
  ...{ enabled: false, host: 'localhost', port: 25, security: 'none', username: '' },
  ...{ from: 'a@localhost', subjectPrefix: '', ...more },
});
const secrets = ['an old tune', 'a new tune'];

it('records that a password was set, changed, kept, and deleted, never its value [adm-02]', async () => {
  const hidden = '(redacted)';
  for (const [sent, expected] of [
    [{ password: secrets[0] }, [{ field: 'password', after: hidden }]],
    [{ password: secrets[1] }, [{ field: 'password', before: hidden, after: hidden }]],
    [{}, []],
    [{ password: '' }, [{ field: 'password', before: hidden }]],
  ] as const) {
    expect((await send('PUT', '/mail', mail(sent))).statusCode).toBe(200);
    const [last = []] = await changes(1);
    expect(last.filter(({ field }) => field === 'password')).toEqual(expected);
  }
  const all = JSON.stringify(await changes(10));
  for (const secret of secrets) expect(all).not.toContain(secret);
});

it.each([
  ['PUT', '/mail', ['one', 'two', 'three'].map((subjectPrefix) => mail({ subjectPrefix })), 'subjectPrefix'],
  [
    'PATCH',
    '/auth/settings',
    [13, 14, 15].map((minLength) => ({ passwords: { minLength } })),
    'passwords.minLength',
  ],
] as const)(
  'records what each of several changes at the same time replaced: %s %s',
  async (method, url, bodies, field) => {
    const answers = await Promise.all(bodies.map((body) => send(method, url, body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const found = (await changes(3)).map((each) => each.find((change) => change.field === field));
    // Newest first: each began with the outcome of the one before.
    expect(found[0]?.before).toBe(found[1]?.after);
    expect(found[1]?.before).toBe(found[2]?.after);
    expect(new Set(found.map((change) => change?.after)).size).toBe(3);
  },
);

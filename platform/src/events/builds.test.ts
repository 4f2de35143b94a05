import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventPlatform } from './testing/EventPlatform.ts';

let events: EventPlatform;
beforeAll(async () => {
  events = await EventPlatform.start();
});
afterAll(() => events?.platform.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const url = '/artifactory/api/build';

function upload(number: string, more: object = {}): Promise<Response> {
  return events.send('PUT', url, {
    ...{ version: '1.0.1', name: 'kite', number, started: '2026-01-01T00:00:00.000+0000' },
    modules: [
      { id: 'kite', artifacts: [{ name: 'a.txt', sha1: sha1('artifact'), sha256: sha256('artifact') }] },
    ],
    ...more,
  });
}

describe('builds', () => {
  it('that are uploaded, uploaded again, and changed', async () => {
    await events.expectEvents(() => upload('1'), ['build.uploaded kite 1']);
    await events.expectEvents(() => upload('1'), []);
    await upload('1', { url: 'https://ci.example.org' });
    const [replaced] = await events.recorded.take(1);
    expect(replaced?.facts).toEqual({
      ...{ name: 'kite', number: '1', started: '2026-01-01T00:00:00.000Z', replaced: true },
    });
    expect(replaced).toMatchObject({ type: 'build.uploaded', by: 'admin' });
  });

  it('that are promoted with their files', async () => {
    for (const key of ['dev', 'prod'])
      await events.repository(key, { rclass: 'local', packageType: 'generic' });
    await events.send('PUT', '/artifactory/dev/a.txt', 'artifact');
    await events.recorded.take(1);
    await events.expectEvents(
      () =>
        events.send('POST', `${url}/promote/kite/1`, { status: 'tested', targetRepo: 'prod', copy: true }),
      ['artifact.copied prod/a.txt from dev/a.txt', 'build.promoted kite 1'],
    );
    await events.expectEvents(
      () => events.send('POST', `${url}/promote/kite/1`, { status: 'released', dryRun: true }),
      [],
    );
  });

  it('that are deleted and discarded', async () => {
    for (const number of ['2', '3', '4']) await upload(number);
    await events.recorded.take(3);
    await events.expectEvents(() => events.send('DELETE', `${url}/kite/2`), ['build.deleted kite 2']);
    await events.expectEvents(
      () => events.send('POST', `${url}/retention/kite`, { count: 1, buildNumbersNotToBeDiscarded: ['1'] }),
      ['build.deleted kite 3'],
    );
    await events.expectEvents(
      () => events.send('DELETE', `${url}/kite?deleteAll=1`),
      ['build.deleted kite 1', 'build.deleted kite 4'],
    );
  });
});

it('announces once that wrong passwords locked a user', async () => {
  const password = 'an old tune of the sea';
  const user = { username: 'ann', email: 'ann@example.org', password };
  expect((await events.send('POST', '/access/api/v2/users', user)).status).toBe(201);
  const wrong = `Basic ${Buffer.from('ann:not this one').toString('base64')}`;
  const statuses: number[] = [];
  await events.expectEvents(async () => {
    while (!statuses.includes(429) && statuses.length < 30) {
      const { status } = await events.send('GET', '/artifactory/api/repositories', undefined, {
        authorization: wrong,
      });
      statuses.push(status);
    }
  }, ['user.locked ann']);
  expect(statuses.at(-1)).toBe(429);
});

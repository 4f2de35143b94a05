import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { publish } from '../testing/publish.ts';
import { Random } from '../testing/random.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  await withStorage(platform.storage, async () => {
    for (const name of ['one', 'two', 'three']) await publish({ name, version: '1.0.0' });
  });
});
afterAll(() => platform?.close());

async function ask(query: string, variables: unknown = {}) {
  const response = await platform.app.inject({
    method: 'POST',
    url: '/metadata/api/v1/query',
    payload: { query, variables },
    headers: { authorization: platform.adminAuth },
  });
  return { status: response.statusCode, body: response.json() };
}

const list = `query ($after: String, $orderBy: PackageOrder, $filter: PackageFilter = {}) {
  packages(filter: $filter, first: 1, after: $after, orderBy: $orderBy) { edges { node { id } cursor } } }`;

describe('generated input', () => {
  it('is rejected as an invalid cursor', async () => {
    const { body } = await ask(list);
    const cursor: string = body.data.packages.edges[0].cursor;
    const random = new Random(11);
    const alphabet = 'ABab01-_=+/ é\u0000%';
    const made = Array.from({ length: 150 }, () => {
      const at = random.below(cursor.length);
      const character = alphabet[random.below(alphabet.length)] ?? 'x';
      return random.pick([
        cursor.slice(0, at),
        cursor.slice(0, at) + character + cursor.slice(at + 1),
        cursor.slice(0, at) + character + cursor.slice(at),
        cursor + cursor.slice(at),
        character.repeat(at),
      ]);
    });
    for (const after of made) {
      if (after === cursor || after === '') continue;
      const { status, body: answer } = await ask(list, { after });
      expect({ after, status, code: answer.errors?.[0].code }).toEqual({
        after,
        status: 400,
        code: 'BAD_CURSOR',
      });
    }
  });

  it('is rejected as an invalid cursor even with the correct encoding', async () => {
    const forge = (value: unknown) => {
      const body = Buffer.from(JSON.stringify(value)).toString('base64url');
      return crc32(`place:${body}`).toString(16).padStart(8, '0') + body;
    };
    const nameList = ['packages', 'NAME', 'ASC'];
    const forged = [
      null,
      [],
      {},
      [...nameList, 1, '1'],
      [...nameList, 'x', 1],
      [...nameList, 'x', 'y'],
      [...nameList, 'x\u0000', '1'],
      [...nameList, 'x', '1; DROP TABLE packages'],
      [...nameList, 'x', '99999999999999999999'],
      ['packages', 'CREATED', 'ASC', 'x', '1'],
      ['packages', 'CREATED', 'ASC', 9e15, '1'],
      ['packages', 'DOWNLOADS', 'ASC', 1.5, '1'],
    ];
    for (const value of forged) {
      const field = Array.isArray(value) && typeof value[1] === 'string' ? value[1] : 'NAME';
      const { status, body } = await ask(list, { after: forge(value), orderBy: { field } });
      expect({ value, status, code: body.errors?.[0].code }).toEqual({
        value,
        status: 400,
        code: 'BAD_CURSOR',
      });
    }
  });

  it('never fails with a server error as a query', async () => {
    const random = new Random(5);
    const parts = [
      '{',
      '}',
      '(',
      ')',
      'packages',
      'filter',
      ':',
      'first',
      '$x',
      '"',
      '...',
      '@skip(if: true)',
      '1e9',
      '-1',
      'null',
      '[',
      '\u0000',
      '#',
      'é',
    ];
    for (let round = 0; round < 200; round++) {
      let text = list;
      for (let change = 0; change <= random.below(3); change++) {
        const at = random.below(text.length);
        const part = parts[random.below(parts.length)] ?? '';
        text = text.slice(0, at) + part + text.slice(at + random.below(4));
      }
      const { status } = await ask(text);
      expect([200, 400], text).toContain(status);
    }
  });

  it('never fails with a server error as variables', async () => {
    const random = new Random(3);
    const values = [
      null,
      0,
      -1,
      1e300,
      '',
      '*',
      '%',
      '\u0000',
      '\ud800',
      'x'.repeat(5000),
      [],
      [null],
      {},
      true,
      '2024-01-01',
      '275760-09-14',
      '0'.repeat(40),
    ];
    const keys = [
      'name',
      'packageTypeIn',
      'createdMin',
      'modifiedMax',
      'latestVersion',
      'versionCountMin',
      'description',
      'tags',
      'licenses',
      'checksum',
      'repositoriesIn',
      'other',
    ];
    for (let round = 0; round < 250; round++) {
      const filter: Record<string, unknown> = {};
      for (let count = 0; count <= random.below(3); count++) {
        filter[keys[random.below(keys.length)] ?? ''] = values[random.below(values.length)];
      }
      const { status, body } = await ask(list, { filter });
      expect([200, 400], JSON.stringify({ filter, body })).toContain(status);
    }
    for (const variables of ['text', 7, [], null])
      expect([200, 400]).toContain((await ask(list, variables)).status);
  });
});

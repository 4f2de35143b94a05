import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  for (const name of ['Zoe', 'anna', 'b', 'constructor', 'd']) {
    await post('groups', { name });
    await post('users', { username: name.toLowerCase(), internal_password_disabled: true });
    await post('permissions', { name, resources: {} });
  }
});
afterAll(() => platform.close());

const headers = () => ({ authorization: platform.adminAuth });
const post = (list: string, payload: object) =>
  platform.app.inject({ method: 'POST', url: `/access/api/v2/${list}`, headers: headers(), payload });
const get = (path: string) => platform.app.inject({ url: `/access/api/v2/${path}`, headers: headers() });

describe.each(['users', 'groups', 'permissions'])('GET /access/api/v2/%s', (list) => {
  const names = (rows: Record<string, string>[]) =>
    rows.map((row) => row.username ?? row.group_name ?? row.name);

  it('returns pages that together form the whole list', async () => {
    const whole = (await get(list)).json();
    expect(whole.cursor).toBeUndefined();
    const read: (string | undefined)[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = (await get(`${list}?limit=2${cursor ? `&cursor=${cursor}` : ''}`)).json();
      expect(page[list].length).toBeLessThanOrEqual(2);
      read.push(...names(page[list]));
      cursor = page.cursor;
      pages += 1;
    } while (cursor);
    expect(read).toEqual(names(whole[list]));
    expect(pages).toBe(Math.ceil(read.length / 2));
  });

  it.each(['limit=0', 'limit=100000', 'limit=two', 'cursor=made-up'])('rejects %s', async (query) => {
    const answer = await get(`${list}?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].message).toMatch(/limit|cursor/);
  });

  it('rejects the cursor of another list', async () => {
    const other = list === 'users' ? 'permissions' : 'users';
    const { cursor } = (await get(`${other}?limit=1`)).json();
    expect((await get(`${list}?limit=1&cursor=${cursor}`)).statusCode).toBe(400);
  });
});

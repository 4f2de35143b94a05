import { expect, it } from 'vitest';
import { testPlatform } from '../testing/testPlatform.ts';
import { layout, RequestBoard } from './RequestBoard.ts';

it('has slots for a fixed number of requests, and frees them', () => {
  const board = new RequestBoard();
  const slots = Array.from({ length: layout.slotCount }, () => board.begin('GET /'));
  expect(new Set(slots).size).toBe(layout.slotCount);
  expect(board.begin('GET /one/too/many')).toBeUndefined();
  board.end(slots[5] ?? 0);
  expect(board.begin(`GET /${'ä'.repeat(5000)}`)).toBe(slots[5]);
});

it('frees the slot of each request', async () => {
  const board = new RequestBoard();
  const platform = await testPlatform({ board });
  for (let round = 0; round < 2 * layout.slotCount; round++)
    await platform.app.inject({ url: round % 2 ? '/artifactory/api/system/ping' : '/nowhere/at/all' });
  const words = new Int32Array(board.memory);
  const taken = Array.from(
    { length: layout.slotCount },
    (_, slot) => words[layout.slots + slot * layout.slotWords],
  );
  expect(taken.filter((number) => number !== 0)).toEqual([]);
  expect(words[layout.newest]).toBeGreaterThanOrEqual(2 * layout.slotCount);
  await platform.close();
});

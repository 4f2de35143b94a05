import { expect, it } from 'vitest';
import { inParallel } from './inParallel.ts';

it('throws the first failure after the work in progress has ended, and begins no more', async () => {
  const ended: string[] = [];
  let finish: () => void = () => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  const done = inParallel(['slow', 'broken', 'later'], 2, async (item) => {
    if (item === 'broken') {
      setImmediate(finish);
      throw new Error('the disk is full');
    }
    await slow;
    ended.push(item);
  });
  await expect(done).rejects.toThrow('the disk is full');
  expect(ended).toEqual(['slow']);
});

it('runs fewer at a time when its limit becomes lower, and still all', async () => {
  let [running, limit] = [0, 4];
  const seen: number[] = [];
  await inParallel(
    Array.from({ length: 12 }, (_, item) => item),
    () => limit,
    async (item) => {
      running += 1;
      seen[item] = running;
      await new Promise(setImmediate);
      limit = 1;
      running -= 1;
    },
  );
  expect(seen.slice(0, 4)).toEqual([1, 2, 3, 4]);
  // The first of them goes on before the others have ended.
  expect(seen.slice(5)).toEqual(Array.from({ length: 7 }, () => 1));
});

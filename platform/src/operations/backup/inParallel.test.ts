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

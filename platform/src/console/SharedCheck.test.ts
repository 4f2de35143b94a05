import { expect, it } from 'vitest';
import { SharedCheck } from './SharedCheck.ts';

function checkOf(read: () => number) {
  const open: (() => void)[] = [];
  let count = 0;
  const check = new SharedCheck(async () => {
    count += 1;
    const value = read();
    await new Promise<void>((resolve) => open.push(resolve));
    if (value < 0) throw new Error('unreadable');
    return value;
  });
  const finish = async () => {
    open.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { check, finish, count: () => count };
}

it('gives callers during a check the next one, which they share', async () => {
  let value = 1;
  const { check, finish, count } = checkOf(() => value);
  const first = check.run();
  value = 2;
  const [second, third] = [check.run(), check.run()];
  await finish();
  await finish();
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 2]);
  expect(count()).toBe(2);
});

it('continues after a check that failed', async () => {
  let value = -1;
  const { check, finish } = checkOf(() => value);
  const first = check.run();
  const failed = expect(first).rejects.toThrow('unreadable');
  value = 3;
  const second = check.run();
  await finish();
  await finish();
  await failed;
  expect(await second).toBe(3);
});

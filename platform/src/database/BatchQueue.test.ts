import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import { BatchQueue } from './BatchQueue.ts';
import { withStorage } from './db.ts';

let platform: TestStorage;
beforeAll(async () => {
  platform = await testStorage();
});
afterAll(() => platform.close());
const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

describe('batched work', () => {
  it('batches waiting items up to the maximum and returns each result', async () => {
    const rounds: number[][] = [];
    const turn = new BatchQueue<number, number>(async (items) => {
      rounds.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 10);
    }, 3);
    const results = await within(() => Promise.all([1, 2, 3, 4].map((item) => turn.add(item))));
    expect(results).toEqual([10, 20, 30, 40]);
    expect(rounds).toEqual([[1, 2, 3], [4]]);
    expect(await within(() => turn.add(5))).toBe(50);
  });

  it('collects items before a batch, for as long as the work says', async () => {
    const rounds: number[][] = [];
    const keep = async (items: readonly number[]) => {
      rounds.push([...items]);
      return items;
    };
    let second: Promise<number> | undefined;
    const collectFor = () => {
      setImmediate(() => {
        second = within(() => turn.add(2));
      });
      return 20;
    };
    const turn = new BatchQueue<number, number>(keep, 3, undefined, collectFor);
    expect(await within(() => turn.add(1))).toBe(1);
    expect(await second).toBe(2);
    expect(rounds).toEqual([[1, 2]]);
  });

  it('isolates failures of single items', async () => {
    const turn = new BatchQueue<number, number>(async (items) => {
      if (items.includes(2)) throw new Error('not two');
      return [...items];
    }, 10);
    const results = await within(() => Promise.allSettled([1, 2, 3].map((item) => turn.add(item))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

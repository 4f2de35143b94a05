import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aroundCommit, transaction, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { indexChanged, indexState } from './indexChanges.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

describe('the index revision', () => {
  it('is stable between changes and increases with each change', async () => {
    await withStorage(platform.storage, async () => {
      const before = indexState();
      expect(indexState()).toBe(before);
      indexChanged();
      expect(indexState()).not.toBe(before);
      expect(indexState()).toBe(indexState());
    });
  });

  it('prevents caching of reads during a commit, which may miss the change', async () => {
    await withStorage(platform.storage, async () => {
      const before = indexState();
      const during: number[] = [];
      await transaction(async () => {
        indexChanged();
        expect(indexState()).toBe(before);
        aroundCommit(() => {
          during.push(indexState(), indexState());
          return () => {};
        });
      });
      const states = [before, ...during, indexState()];
      expect(new Set(states).size).toBe(states.length);
      expect(indexState()).toBe(indexState());
    });
  });
});

import { expect, it } from 'vitest';
import { Integrity } from './Integrity.ts';

it('records corruption that is found while an earlier restoration is being recorded', async () => {
  const recorded = new Map<string, string>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const log = {
    record: async (sha256: string, reason: string) => {
      if (recorded.has(sha256)) return false;
      recorded.set(sha256, reason);
      return true;
    },
    resolve: async (sha256: string) => {
      await released;
      recorded.delete(sha256);
    },
    isListed: async () => true,
    read: async () => [...recorded.keys()],
  };
  const integrity = new Integrity({ log, maxAge: 1000, report: () => undefined });
  await integrity.noteDamaged({ sha256: 'abc', reason: 'damaged' });
  integrity.noteStored('abc');
  integrity.noteVerified('abc');
  const noted = integrity.noteDamaged({ sha256: 'abc', reason: 'missing' });
  release();
  await noted;
  expect(recorded).toEqual(new Map([['abc', 'missing']]));
  expect(integrity.isDamaged('abc')).toBe(true);
  expect(integrity.counters).toMatchObject({ damaged: 2, restored: 1 });
});

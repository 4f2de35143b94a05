import { describe, expect, it } from 'vitest';
import type { DamageLog } from './damageLog.ts';
import { Integrity } from './Integrity.ts';

/** A record whose next change ends only when `release` is called. */
function slowLog(): { log: DamageLog; recorded: Map<string, string>; hold(): () => void } {
  const recorded = new Map<string, string>();
  let held: Promise<void> | undefined;
  const wait = async () => {
    const waiting = held;
    held = undefined;
    await waiting;
  };
  return {
    recorded,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    log: {
      async record(sha256, reason) {
        await wait();
        if (recorded.has(sha256)) return false;
        recorded.set(sha256, reason);
        return true;
      },
      async resolve(sha256) {
        await wait();
        recorded.delete(sha256);
      },
      isListed: async () => true,
      read: async () => [...recorded.keys()],
    },
  };
}

const sha256 = 'abc';
const integrityOf = (log: DamageLog) => new Integrity({ log, maxAge: 1000, report: () => undefined });

describe('changes of a blob while an earlier one is being recorded', () => {
  it('record corruption after a restoration', async () => {
    const { log, recorded, hold } = slowLog();
    const integrity = integrityOf(log);
    await integrity.noteDamaged({ sha256, reason: 'damaged' });
    const release = hold();
    integrity.noteStored(sha256);
    integrity.noteVerified(sha256);
    const noted = integrity.noteDamaged({ sha256, reason: 'missing' });
    release();
    await noted;
    expect(recorded).toEqual(new Map([[sha256, 'missing']]));
    expect(integrity.isDamaged(sha256)).toBe(true);
    expect(integrity.counters).toMatchObject({ damaged: 2, restored: 1 });
  });

  it('record a restoration after corruption', async () => {
    const { log, recorded, hold } = slowLog();
    const integrity = integrityOf(log);
    const release = hold();
    const noted = integrity.noteDamaged({ sha256, reason: 'damaged' });
    integrity.noteStored(sha256);
    release();
    await noted;
    await expect.poll(() => recorded.size).toBe(0);
    expect(integrity.isDamaged(sha256)).toBe(false);
    expect(integrity.counters).toMatchObject({ damaged: 1, restored: 1 });
  });
});

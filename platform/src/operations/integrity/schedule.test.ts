import { describe, expect, it } from 'vitest';
import type { Round } from '../../storage/integrityRounds.ts';
import { dueNow } from './schedule.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 20);
const daysAgo = (days: number) => new Date(now - days * day);
const gibibyte = 1024 ** 3;
const round = (given: Partial<Round>): Round => ({
  ...{ started: null, finished: null, damaged: 0 },
  ...{ verified: { count: 0, size: 0 }, total: { count: 1_000_000, size: 1000 * gibibyte } },
  ...given,
});

describe('the verification schedule', () => {
  it('starts the first round immediately, and the next one after the period', () => {
    expect(dueNow(round({}), 14, now)).toBeDefined();
    expect(dueNow(round({ started: daysAgo(13), finished: daysAgo(1) }), 14, now)).toBeUndefined();
    expect(dueNow(round({ started: daysAgo(14), finished: daysAgo(1) }), 14, now)).toBeDefined();
  });

  it('spreads a round over its period', () => {
    const begun = round({ started: daysAgo(7) });
    const share = dueNow(begun, 14, now)?.share(begun) ?? 0;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.5001);
    const late = round({ started: daysAgo(20) });
    expect(dueNow(late, 14, now)?.share(late)).toBeGreaterThan(1);
  });

  it('catches up at up to four times the usual rate', () => {
    const { size = 0, count = 0 } = dueNow(round({ started: daysAgo(20) }), 14, now)?.most ?? {};
    const minutes = 14 * 24 * 60;
    expect(size).toBeCloseTo((4 * 1000 * gibibyte) / minutes, 0);
    expect(count).toBe(200);
  });

  it('does nothing if off', () => expect(dueNow(round({}), 0, now)).toBeUndefined());
});

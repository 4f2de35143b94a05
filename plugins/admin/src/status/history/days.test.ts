import type { StatusPeriod } from '@lading/contract/rest';
import { describe, expect, it } from 'vitest';
import { availabilityOf, DAYS, daysOf, partsOf } from './days.ts';

const HOUR = 3_600_000;
const now = new Date(2026, 10, 24, 12).getTime();
const start = new Date(2026, 9, 24).getTime();
const period = (state: StatusPeriod['state'], from: number, to: number): StatusPeriod => ({
  ...{ state, from, to, message: '', node_ids: [] },
});

describe('the days of a status history', () => {
  it('are 30 local days and end now', () => {
    const days = daysOf([period('ok', start, now)], now);
    expect(days).toHaveLength(DAYS);
    expect(days[0]?.start).toBe(new Date(2026, 9, 26).getTime());
    expect(days.at(-1)).toMatchObject({ start: new Date(2026, 10, 24).getTime(), end: now });
    expect(availabilityOf(days)).toBe(1);
  });

  it('are unknown, never healthy, where nothing is recorded', () => {
    const days = daysOf([], now);
    expect(days.every(({ times }) => times.ok === 0 && times.unknown > 0)).toBe(true);
    expect(partsOf(days[0] as (typeof days)[0])).toEqual([{ level: 'unknown', from: 0, to: 1 }]);
    expect(availabilityOf(days)).toBeUndefined();
  });

  it('divide an outage at midnight, and show even a short one', () => {
    const midnight = new Date(2026, 10, 24).getTime();
    const days = daysOf(
      [
        period('ok', start, midnight - HOUR),
        period('offline', midnight - HOUR, midnight + HOUR),
        period('ok', midnight + HOUR, now),
      ],
      now,
    ).slice(-2);
    expect(days.map(({ times }) => times.bad)).toEqual([HOUR, HOUR]);
    expect(days[0]?.outages).toMatchObject([{ from: midnight - HOUR, to: midnight }]);
    for (const day of days) {
      const [worst, rest] = partsOf(day);
      expect([worst?.level, rest?.level]).toEqual(['bad', 'ok']);
      expect(worst?.to).toBeGreaterThan(0.1);
    }
  });

  it('are never 100 % available with an outage', () => {
    const outage = period('failed', now - 1000, now);
    const days = daysOf([period('ok', start, now - 1000), outage], now);
    expect(availabilityOf(days)).toBe(0.9999);
  });
});

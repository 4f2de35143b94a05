import { Formats } from '@lading/ui';
import { describe, expect, it } from 'vitest';
import { uptimeOf } from './uptime.ts';

const formats = new Formats('en');
const start = 1_700_000_000_000;
const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

describe('the uptime', () => {
  it.each([
    [DAY + 2 * HOUR + 59 * MINUTE, '1 day, 3 hours'],
    [3 * DAY, '3 days'],
    [HOUR + 29.6 * MINUTE, '1 hour, 30 minutes'],
    [5 * MINUTE + 3.4 * SECOND, '5 minutes, 3 seconds'],
    [59.7 * SECOND, '1 minute'],
    [12.4 * SECOND, '12 seconds'],
  ])('of %d ms is in its two largest units, rounded [stat-02]', (milliseconds, shown) => {
    expect(uptimeOf({ uptime: start, last_heartbeat: start + milliseconds }, formats)).toBe(shown);
  });

  it('is unavailable without a start, without a heartbeat, or before the start [stat-02]', () => {
    for (const [uptime, heartbeat] of [
      [0, start],
      [start, 0],
      [start, start - 1],
      [Number.NaN, start],
      [start, Number.NaN],
    ] as const)
      expect(uptimeOf({ uptime, last_heartbeat: heartbeat }, formats)).toBeUndefined();
  });
});

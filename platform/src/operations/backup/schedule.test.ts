import { expect, it } from 'vitest';
import { lastDue, nextDue } from './schedule.ts';

/** In the time zone of the machine, like the schedule. 23 November 2026 is a Monday. */
const time = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

it('is due at its hour on its days, even if the server was stopped then', () => {
  const schedule = { enabled: true, hour: 3, days: [1, 4] };
  expect(lastDue(schedule, time(23, 3))).toEqual(time(23, 3));
  expect(lastDue(schedule, time(23, 2, 59))).toEqual(time(19, 3));
  expect(lastDue(schedule, time(25, 12))).toEqual(time(23, 3));
  expect(nextDue(schedule, time(23, 2, 59))).toEqual(time(23, 3));
  expect(nextDue(schedule, time(23, 3))).toEqual(time(26, 3));
});

it('repeats weekly with a single day', () => {
  const schedule = { enabled: true, hour: 0, days: [0] };
  expect(nextDue(schedule, time(22, 0))).toEqual(time(29, 0));
  expect(lastDue(schedule, time(28, 23))).toEqual(time(22, 0));
});

it('is never due if it is off or has no days', () => {
  const off = { enabled: false, hour: 3, days: [0, 1, 2, 3, 4, 5, 6] };
  expect([lastDue(off, time(23, 4)), nextDue(off, time(23, 4))]).toEqual([undefined, undefined]);
  expect(nextDue({ ...off, enabled: true, days: [] }, time(23, 4))).toBeUndefined();
});

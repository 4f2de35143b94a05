import type { StatusPeriod } from '@lading/contract/rest';

export const DAYS = 30;

/** Groups of states with the same color, worst first. */
export const LEVELS = ['bad', 'degraded', 'stopped', 'ok', 'unknown'] as const;
type Level = (typeof LEVELS)[number];

const levels: Readonly<Record<StatusPeriod['state'], Level>> = {
  failed: 'bad',
  offline: 'bad',
  degraded: 'degraded',
  stopped: 'stopped',
  ok: 'ok',
  off: 'unknown',
  unknown: 'unknown',
};

/** A calendar day in the time zone of the browser. Times are in epoch milliseconds. */
export interface Day {
  readonly start: number;
  readonly end: number;
  /** Milliseconds by level. Time in the future is left out. */
  readonly times: Readonly<Record<Level, number>>;
  /** Periods other than OK, limited to this day. */
  readonly outages: readonly StatusPeriod[];
}

/** Returns the last 30 days, oldest first. The last one is today and ends at `now`. */
export function daysOf(periods: readonly StatusPeriod[], now: number): Day[] {
  const today = new Date(now);
  const startOf = (day: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - DAYS + 1 + day).getTime();
  return Array.from({ length: DAYS }, (_, at) => {
    const start = startOf(at);
    const end = Math.min(startOf(at + 1), now);
    const within = periods
      .filter(({ from, to }) => from < end && to > start)
      .map((period) => ({ ...period, from: Math.max(period.from, start), to: Math.min(period.to, end) }));
    return { start, end, times: timesOf(within, end - start), outages: within.filter(isOutage) };
  });
}

function timesOf(periods: readonly StatusPeriod[], length: number): Record<Level, number> {
  const times: Record<Level, number> = { bad: 0, degraded: 0, stopped: 0, ok: 0, unknown: 0 };
  for (const { state, from, to } of periods) times[levels[state]] += to - from;
  const recorded = Object.values(times).reduce((sum, time) => sum + time, 0);
  times.unknown += Math.max(0, length - recorded);
  return times;
}

/** Whether something did not work. */
export function isOutage({ state }: StatusPeriod): boolean {
  return levels[state] !== 'ok' && levels[state] !== 'unknown';
}

/**
 * Returns the share of the recorded time in which requests were served, rounded down to hundredths
 * of a percent, so that an outage is never 100 %. Undefined if nothing is recorded.
 */
export function availabilityOf(days: readonly Day[]): number | undefined {
  const sum = (...wanted: Level[]) =>
    days.reduce((total, { times }) => total + wanted.reduce((time, level) => time + times[level], 0), 0);
  const recorded = sum('bad', 'degraded', 'stopped', 'ok');
  return recorded === 0 ? undefined : Math.floor((sum('degraded', 'ok') / recorded) * 10_000) / 10_000;
}

/** Part of a bar, from 0 (top) to 1. */
export interface Part {
  readonly level: Level;
  readonly from: number;
  readonly to: number;
}

/** Shortest visible part of a bar: an outage of a minute must not disappear. */
const LEAST = 0.15;

/** Returns the parts of a day's bar, the worst on top. */
export function partsOf({ times }: Day): Part[] {
  const present = LEVELS.filter((level) => times[level] > 0);
  const total = present.reduce((sum, level) => sum + times[level], 0);
  const shares = present.map((level) => Math.max(LEAST, times[level] / total));
  const sum = shares.reduce((all, share) => all + share, 0);
  let from = 0;
  return present.map((level, at) => {
    const to = from + (shares[at] ?? 0) / sum;
    const part = { level, from, to };
    from = to;
    return part;
  });
}

const dayLength = 24 * 3_600_000;

/** Days from `2026-11-23` on, as milliseconds (UTC). */
export function daysFrom(from: string, count: number): number[] {
  const first = Date.parse(from);
  return Array.from({ length: count }, (_, at) => first + at * dayLength);
}

/** `2026-11-23`. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Indexes of the days that get a label: evenly spaced, up to `most`. */
export function labeledDays(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, most)));
  const labeled: number[] = [];
  // The last day is today, so labels are counted from there.
  for (let at = count - 1; at >= 0; at -= step) labeled.unshift(at);
  return labeled;
}

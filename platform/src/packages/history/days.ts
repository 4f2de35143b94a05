/** Days for which downloads are stored. */
export const storedDays = 400;

const dayLength = 24 * 3_600_000;

/** Returns the first day of a period of this many days that ends today, in UTC: `2026-11-23`. */
export function firstDayOf(days: number, now = Date.now()): string {
  return dayAt(now - (days - 1) * dayLength);
}

/** Returns all days from this day to today. */
export function daysUntil(from: string, now = Date.now()): string[] {
  const first = Date.parse(from);
  const count = Math.floor((now - first) / dayLength) + 1;
  return Array.from({ length: count }, (_, at) => dayAt(first + at * dayLength));
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

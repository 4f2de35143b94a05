const NOW: Partial<Record<Intl.RelativeTimeFormatUnit, string>> = { second: 'now', day: 'today' };

/**
 * Returns the text of `Intl.RelativeTimeFormat` with `numeric: 'auto'` in English. Creating a
 * page's first formatter takes a browser tens of milliseconds, which would delay the first rows of
 * a list.
 */
export function relativeInEnglish(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const size = Math.abs(count);
  if (size === 0) return NOW[unit] ?? `this ${unit}`;
  if (size === 1 && unit === 'day') return count < 0 ? 'yesterday' : 'tomorrow';
  if (size === 1 && (unit === 'week' || unit === 'month' || unit === 'year')) {
    return `${count < 0 ? 'last' : 'next'} ${unit}`;
  }
  const amount = `${size} ${unit}${size === 1 ? '' : 's'}`;
  return count < 0 ? `${amount} ago` : `in ${amount}`;
}

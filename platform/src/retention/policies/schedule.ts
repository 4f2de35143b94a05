import type { CleanupSettings } from '@lading/contract/rest';

/** Returns the first scheduled time after `now`; undefined without a schedule. */
export function nextRunOf(
  { enabled, every, hour }: Pick<CleanupSettings, 'enabled' | 'every' | 'hour'>,
  now: Date,
): Date | undefined {
  if (!enabled || every === 'never') return undefined;
  const next = new Date(now);
  next.setUTCHours(hour, 0, 0, 0);
  if (every === 'day') {
    if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  } else if (every === 'week') {
    next.setUTCDate(next.getUTCDate() + ((7 - next.getUTCDay()) % 7));
    if (next <= now) next.setUTCDate(next.getUTCDate() + 7);
  } else {
    next.setUTCDate(1);
    if (next <= now) next.setUTCMonth(next.getUTCMonth() + 1);
  }
  return next;
}

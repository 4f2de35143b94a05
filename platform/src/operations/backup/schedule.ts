import type { StoredSettings } from './backupSettings.ts';

type Schedule = Pick<StoredSettings, 'enabled' | 'hour' | 'days'>;

/** Returns the last scheduled time at or before `now`, in the time zone of the server. */
export function lastDue({ enabled, hour, days }: Schedule, now: Date): Date | undefined {
  if (!enabled) return undefined;
  for (let back = 0; back <= 7; back++) {
    const time = at(now, -back, hour);
    if (days.includes(time.getDay()) && time <= now) return time;
  }
  return undefined;
}

/** Returns the first scheduled time after `now`. */
export function nextDue({ enabled, hour, days }: Schedule, now: Date): Date | undefined {
  if (!enabled) return undefined;
  for (let ahead = 0; ahead <= 7; ahead++) {
    const time = at(now, ahead, hour);
    if (days.includes(time.getDay()) && time > now) return time;
  }
  return undefined;
}

function at(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

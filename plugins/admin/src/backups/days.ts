import { message } from '@lading/contract';

/** Monday first, as in ISO 8601; 0 is Sunday, as in `Date`. */
export const WEEKDAYS = [
  { day: 1, name: message('admin.backups.monday', 'Monday') },
  { day: 2, name: message('admin.backups.tuesday', 'Tuesday') },
  { day: 3, name: message('admin.backups.wednesday', 'Wednesday') },
  { day: 4, name: message('admin.backups.thursday', 'Thursday') },
  { day: 5, name: message('admin.backups.friday', 'Friday') },
  { day: 6, name: message('admin.backups.saturday', 'Saturday') },
  { day: 0, name: message('admin.backups.sunday', 'Sunday') },
] as const;

export const everyDay = message('admin.backups.everyDay', 'Every day at {hour} ({zone})');
export const someDays = message('admin.backups.someDays', '{days} at {hour} ({zone})');

/** Returns a time such as `03:00`. */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

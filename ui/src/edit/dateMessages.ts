import { message } from '@lading/contract';

export const messages = {
  format: message('ui.date.format', 'YYYY-MM-DD'),
  open: message('ui.date.open', 'Open the calendar of {field}'),
  failed: message('ui.date.failed', 'Failed to load the calendar. Enter the date, such as 2026-11-30.'),
  notADay: message('ui.date.notADay', 'Enter a date, such as 2026-11-30'),
  today: message('ui.date.today', 'Go to today'),
  previousMonth: message('ui.date.previousMonth', 'Previous month'),
  nextMonth: message('ui.date.nextMonth', 'Next month'),
  previousYear: message('ui.date.previousYear', 'Previous year'),
  nextYear: message('ui.date.nextYear', 'Next year'),
  previousYears: message('ui.date.previousYears', 'Previous years'),
  nextYears: message('ui.date.nextYears', 'Next years'),
  selectMonth: message('ui.date.selectMonth', '{shown}, select a month'),
  selectYear: message('ui.date.selectYear', '{shown}, select a year'),
  close: message('ui.date.close', 'Close calendar'),
} as const;

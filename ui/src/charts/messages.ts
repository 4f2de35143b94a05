import { message } from '@lading/contract';

export const messages = {
  day: message('ui.charts.day', 'Day'),
  value: message('ui.charts.value', '{day}: {value}'),
  notDrawn: message('ui.charts.notDrawn', 'Failed to load the chart. The same data is in the CSV file.'),
  csv: message('ui.charts.csv', 'Download CSV'),
} as const;

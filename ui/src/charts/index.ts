export { DayChart, type DayChartProps } from './DayChart.tsx';
export { nextPoint } from './nextPoint.ts';
export { Sparkline } from './Sparkline.tsx';
export { useDayFormats } from './useDayFormats.ts';

export { DayChart, type DayChartProps } from './DayChart.tsx';
export { Sparkline } from './Sparkline.tsx';
export { useDayFormats } from './useDayFormats.ts';

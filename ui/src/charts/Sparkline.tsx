import { useStyles } from '../styles/adoptStyles.ts';
import css from './charts.css?inline';

const WIDTH = 60;
const HEIGHT = 20;

/** A small line chart for table cells. `label` describes the values in words. */
export function Sparkline(props: { values: readonly number[]; label: string }) {
  useStyles(css);
  const { values, label } = props;
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const points = values.map(
    (value, at) => `${round(at * step)},${round(HEIGHT - 1 - (value / most) * (HEIGHT - 2))}`,
  );
  return (
    <svg className="ld-sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

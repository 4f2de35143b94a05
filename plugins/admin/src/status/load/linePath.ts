/** Size of the drawing, which is stretched to the chart. */
export const WIDTH = 360;
export const HEIGHT = 100;

/** The highest mark of an axis from 0: 1, 2, or 5 with zeros, at least 1. */
export function highestMark(values: readonly (number | null)[]): number {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((mark) => mark >= most) ?? most;
}

/** The line through the values, as an SVG path. Unknown values are gaps. */
export function linePath(values: readonly (number | null)[], top: number): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  let drawing = false;
  const parts = values.map((value, at) => {
    if (value === null) {
      drawing = false;
      return '';
    }
    const point = `${rounded(at * step)},${rounded(HEIGHT - (value / top) * HEIGHT)}`;
    // A single value is a dot: a line of no length with round ends.
    const part = drawing ? `L${point}` : `M${point}L${point}`;
    drawing = true;
    return part;
  });
  return parts.join('');
}

const rounded = (value: number) => Math.round(value * 10) / 10;

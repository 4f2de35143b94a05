import uPlot from 'uplot';
import plotCss from 'uplot/dist/uPlot.min.css?inline';
import { onResize } from '../names/onResize.ts';
import { adoptStyles } from '../styles/adoptStyles.ts';
import { labeledDays } from './days.ts';
import { themeToken, watchTheme } from './watchTheme.ts';

export interface DayPlot {
  readonly values: readonly number[];
  labelOf(day: number): string;
  /** Text of a mark of the axis. */
  countOf(value: number): string;
  /** Distances between marks that are round numbers. */
  readonly marks: 'counts' | 'bytes';
  /** Called with the day under the pointer. */
  onPoint(day: number | undefined): void;
}

/** Bars of more days would be thinner than a pixel on a phone. */
const maxBars = 120;
/** Distances between marks of the axis. */
const distances = {
  counts: [1, 2, 5]
    .flatMap((one) => Array.from({ length: 10 }, (_, power) => one * 10 ** power))
    .sort((a, b) => a - b),
  bytes: Array.from({ length: 52 }, (_, power) => 2 ** power),
};
/** Width of an axis label and the space after it. */
const labelWidth = 72;

/**
 * Draws the values and keeps the drawing as wide as its element, in the colors of the theme, until
 * `remove` is called.
 */
export function drawDays(element: HTMLElement, plot: DayPlot): { remove(): void; point(day: number): void } {
  adoptStyles(plotCss);
  const data: uPlot.AlignedData = [plot.values.map((_, at) => at), [...plot.values]];
  const size = () => ({ width: element.clientWidth, height: element.clientHeight });
  let drawn: uPlot | undefined;
  const draw = () => {
    drawn?.destroy();
    drawn = new uPlot({ ...optionsOf(plot), ...size() }, data, element);
  };
  const resize = () => {
    const { width, height } = size();
    if (!width || !height) return;
    if (!drawn) draw();
    else if (drawn.width !== width) drawn.setSize({ width, height });
  };
  const ends = [onResize(element, resize), watchTheme(draw)];
  resize();
  return {
    remove() {
      for (const end of ends) end();
      drawn?.destroy();
    },
    point(day) {
      drawn?.setCursor({ left: drawn.valToPos(day, 'x'), top: drawn.valToPos(plot.values[day] ?? 0, 'y') });
    },
  };
}

function optionsOf(plot: DayPlot): Omit<uPlot.Options, 'width' | 'height'> {
  const { values } = plot;
  const [accent, line, text] = [themeToken('accent'), themeToken('line'), themeToken('text-soft')];
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const bars = uPlot.paths.bars?.({ size: [0.8, 24] });
  const axis = { stroke: text, font, ticks: { show: false } };
  return {
    legend: { show: false },
    padding: [8, 24, 0, 0],
    scales: {
      x: { time: false, range: [-0.5, Math.max(0.5, values.length - 0.5)] },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most)] },
    },
    cursor: {
      y: false,
      drag: { setScale: false, x: false, y: false },
      points: { size: 8, stroke: accent, fill: accent },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: (self) => labeledDays(values.length, Math.floor(self.width / labelWidth) - 1),
        values: (_plot, days) => days.map((day) => plot.labelOf(day)),
      },
      {
        ...axis,
        size: plot.marks === 'bytes' ? 72 : 48,
        space: 36,
        grid: { stroke: line, width: 1 },
        incrs: distances[plot.marks],
        values: (_plot, marks) => marks.map((mark) => plot.countOf(mark)),
      },
    ],
    series: [
      {},
      {
        stroke: accent,
        fill: values.length <= maxBars ? accent : `${accent}22`,
        width: values.length <= maxBars ? 0 : 1.5,
        points: { show: false },
        ...(bars && values.length <= maxBars ? { paths: bars } : {}),
      },
    ],
    hooks: { setCursor: [({ cursor }) => plot.onPoint(cursor.idx ?? undefined)] },
  };
}

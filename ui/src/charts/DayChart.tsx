import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats } from '../format/useFormats.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './charts.css?inline';
import { daysFrom, isoDay } from './days.ts';
import { messages } from './messages.ts';
import { nextPoint } from './nextPoint.ts';
import { useDayFormats } from './useDayFormats.ts';

export interface DayChartProps {
  /** The question that the chart answers, such as 'Downloads per day'. */
  readonly title: string;
  /** First day (UTC), such as `2026-11-23`. */
  readonly from: string;
  /** One value per day, oldest first. */
  readonly values: readonly number[];
  /** A value with its unit, such as '3 downloads'. */
  readonly valueText: (value: number) => string;
  /** Name of the CSV file, without its ending. */
  readonly file: string;
  /** Kind of the values, for the marks of the axis. Default: `counts`. */
  readonly marks?: 'counts' | 'bytes';
}

interface Drawing {
  remove(): void;
  point(day: number): void;
}

/**
 * Shows counts per day as a chart, with the value under the pointer as text; arrow keys move
 * through the days. The same data is in a table for screen readers and in a CSV file. The drawing
 * library is loaded with the first chart.
 */
export function DayChart(props: DayChartProps) {
  useStyles(css);
  const { title, from, values, valueText, file, marks = 'counts' } = props;
  const text = useText();
  const days = useMemo(() => daysFrom(from, values.length), [from, values.length]);
  const { long, short } = useDayFormats();
  const [pointed, setPointed] = useState<number>();
  const { element, drawing, failed } = useDrawing(values, marks, (day) => short(days[day] ?? 0), setPointed);
  const said = (day: number) =>
    text(messages.value, { day: long(days[day] ?? 0), value: valueText(values[day] ?? 0) });
  const shown = pointed ?? values.length - 1;
  const move = (event: KeyboardEvent) => {
    const to = nextPoint(event.key, { at: shown, last: values.length - 1, page: 7 });
    if (to === undefined) return;
    event.preventDefault();
    setPointed(to);
    drawing.current?.point(to);
  };
  return (
    <figure className="ld-chart">
      {failed && <p className="ld-soft">{text(messages.notDrawn)}</p>}
      <div
        ref={element}
        className="ld-chart__plot"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={1}
        aria-valuemax={values.length}
        aria-valuenow={shown + 1}
        aria-valuetext={said(shown)}
        onKeyDown={move}
      />
      <figcaption className="ld-chart__caption">
        <span>{said(shown)}</span>
        <a href={csvUrl(days, values, text(messages.day), title)} download={`${file}.csv`}>
          {text(messages.csv)}
        </a>
      </figcaption>
      <table className="ld-hidden">
        <caption>{title}</caption>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{long(day)}</th>
              <td>{valueText(values[at] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Draws into `element`, and again when the values change. */
function useDrawing(
  values: readonly number[],
  marks: 'counts' | 'bytes',
  labelOf: (day: number) => string,
  onPoint: (day: number | undefined) => void,
) {
  const element = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>();
  const [failed, setFailed] = useState(false);
  const formats = useFormats();
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels change with the values and the language
  useEffect(() => {
    const target = element.current;
    // A test environment has no layout, so nothing can be drawn.
    if (!target || typeof ResizeObserver === 'undefined') return;
    let wanted = true;
    import('./drawDays.ts').then(
      ({ drawDays }) => {
        if (!wanted) return;
        const countOf = (value: number) => (marks === 'bytes' ? formats.size(value) : formats.count(value));
        drawing.current = drawDays(target, { values, marks, labelOf, countOf, onPoint });
      },
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
      drawing.current?.remove();
      drawing.current = undefined;
    };
  }, [values, formats]);
  return { element, drawing, failed };
}

function csvUrl(days: readonly number[], values: readonly number[], day: string, title: string): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = days.map((time, at) => `${isoDay(time)},${values[at] ?? 0}`);
  const csv = [[quoted(day), quoted(title)].join(','), ...lines, ''].join('\r\n');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`;
}

import { useFormats, useText } from '@lading/ui';
import { nextPoint } from '@lading/ui/charts';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { HEIGHT, highestMark, linePath, WIDTH } from './linePath.ts';
import { loadMessages } from './loadMessages.ts';

/** Lines at the highest mark, at half of it, and at 0. */
const GRID = [0, HEIGHT / 2, HEIGHT].map((y) => `M0,${y}H${WIDTH}`).join('');

interface Props {
  readonly title: string;
  /** In the language of the user, by value. */
  readonly times: readonly string[];
  /** Null: unknown. At least one value. */
  readonly values: readonly (number | null)[];
  readonly valueText: (value: number | null) => string;
}

/**
 * Shows a figure over time as a line. The value under the pointer, or the last one, is shown as
 * text; arrow keys move through the values.
 */
export function LineChart({ title, times, values, valueText }: Props) {
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const last = values.length - 1;
  const shown = Math.min(pointed ?? last, last);
  const top = highestMark(values);
  const said = text(loadMessages.value, {
    time: times[shown] ?? '',
    value: valueText(values[shown] ?? null),
  });
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(last, Math.max(0, Math.round(((clientX - left) / width) * last))));
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setPointed(undefined);
    const to = nextPoint(event.key, { at: shown, last, page: 30 });
    if (to === undefined) return;
    event.preventDefault();
    setPointed(to);
  };
  const x = last === 0 ? 0 : (shown / last) * WIDTH;
  return (
    <figure className="status-load__chart">
      <h3 id={id}>{title}</h3>
      <div className="status-load__area">
        <div className="status-load__axis" aria-hidden="true">
          <span>{formats.count(top)}</span>
          <span>{formats.count(0)}</span>
        </div>
        <div
          className="status-load__plot"
          role="slider"
          tabIndex={0}
          aria-labelledby={id}
          aria-valuemin={1}
          aria-valuemax={values.length}
          aria-valuenow={shown + 1}
          aria-valuetext={said}
          onKeyDown={move}
          onBlur={() => setPointed(undefined)}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path className="status-load__grid" d={GRID} />
            <path className="status-load__line" d={linePath(values, top)} />
            {pointed !== undefined && <path className="status-load__pointer" d={`M${x},0V${HEIGHT}`} />}
          </svg>
        </div>
      </div>
      <figcaption className="ld-soft">{said}</figcaption>
    </figure>
  );
}

import { nextPoint } from '@lading/ui/charts';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Day, partsOf } from './days.ts';
import { useStatusTexts } from './useStatusTexts.ts';

const HEIGHT = 32;
const STEP = 10;
const WIDTH = 8;

/** One bar per day. The outages of a day are shown on hover, and by arrow keys. */
export function DayStrip({ name, days }: { name: string; days: readonly Day[] }) {
  const texts = useStatusTexts();
  const [pointed, setPointed] = useState<number>();
  const shown = pointed ?? days.length - 1;
  const day = days[shown];
  const lines = day ? texts.day(day) : [];
  const date = day ? texts.formats.day.format(day.start) : '';
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * days.length);
    setPointed(Math.min(days.length - 1, Math.max(0, at)));
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setPointed(undefined);
    const to = nextPoint(event.key, { at: shown, last: days.length - 1, page: 7 });
    if (to === undefined) return;
    event.preventDefault();
    setPointed(to);
  };
  return (
    <div
      className="status-strip"
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={1}
      aria-valuemax={days.length}
      aria-valuenow={shown + 1}
      aria-valuetext={`${date}: ${lines.join('; ')}`}
      onKeyDown={move}
      onFocus={() => setPointed(shown)}
      onBlur={() => setPointed(undefined)}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <Bars days={days} pointed={pointed} />
      {pointed !== undefined && (
        <div
          className="status-tip"
          aria-hidden="true"
          style={{
            insetInlineStart: `clamp(0px, ${((pointed + 0.5) / days.length) * 100}% - 120px, 100% - 240px)`,
          }}
        >
          <strong>{date}</strong>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
    </div>
  );
}

function Bars({ days, pointed }: { days: readonly Day[]; pointed: number | undefined }) {
  return (
    <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {days.map((day, at) => (
        <g key={day.start} className="status-day" data-pointed={at === pointed || undefined}>
          {partsOf(day).map(({ level, from, to }) => (
            <rect
              key={level}
              className={`status-part status-part--${level}`}
              x={at * STEP + (STEP - WIDTH) / 2}
              width={WIDTH}
              y={from * HEIGHT}
              height={(to - from) * HEIGHT}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

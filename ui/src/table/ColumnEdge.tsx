import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { isRightToLeft } from '../language/isRightToLeft.ts';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import type { Column } from './Column.ts';
import { LEAST_WIDTH, type TableLayout, WIDTH_STEP } from './TableLayout.ts';

interface Props {
  readonly column: Column<never>;
  readonly layout: TableLayout;
  readonly tabIndex: 0 | -1;
}

/** The edge of a column, which changes its width by dragging or, with the focus, by arrow keys. */
export const ColumnEdge = observer(function ColumnEdge(props: Props) {
  const { column, layout, tabIndex } = props;
  const text = useText();
  const start = useRef({ x: 0, width: 0 });
  const width = layout.width(column);
  if (width === 'grow' || column.fixed) return null;

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const moved = start.current.x - event.clientX;
    layout.resize(column.key, start.current.width + (isRightToLeft(event.currentTarget) ? -moved : moved));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: WIDTH_STEP, ArrowRight: -WIDTH_STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    layout.resize(column.key, width + (isRightToLeft(event.currentTarget) ? -step : step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr element cannot be moved
    <div
      className="ld-table__edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={text(messages.width, { column: column.title })}
      aria-valuenow={width}
      aria-valuemin={LEAST_WIDTH}
      aria-valuetext={text(messages.pixels, { count: width })}
      tabIndex={tabIndex}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
});

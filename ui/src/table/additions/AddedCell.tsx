import { observer } from 'mobx-react-lite';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useText } from '../../language/useText.ts';
import { Skeleton } from '../../page/Skeleton.tsx';
import { CellButton } from '../CellButton.tsx';
import { CellLink } from '../CellLink.tsx';
import type { CellState, ColumnValues } from './ColumnValues.ts';
import { messages } from './messages.ts';

interface Props<Row> {
  readonly values: ColumnValues<Row>;
  readonly row: Row;
}

/** A cell of a contributed column. A value that is not known never looks like none. */
export const AddedCell = observer(function AddedCell<Row>({ values, row }: Props<Row>) {
  const text = useText();
  const state = values.stateOf(row);
  if (state.status === 'loading') return <Skeleton width="70%" />;
  if (state.status === 'failed') {
    const column = text(values.column.label);
    const label = text(messages.failed, { column, cause: state.cause });
    return <Retry label={label} state={state} />;
  }
  const { value } = state;
  if (value === 'none') return null;
  if (value === 'unknown') return <span className="ld-soft">{text(messages.unknown)}</span>;
  if (value.path !== undefined)
    return (
      <CellLink to={value.path} title={value.title}>
        {value.text}
      </CellLink>
    );
  return <span title={value.title}>{value.text}</span>;
}) as <Row>(props: Props<Row>) => ReactNode;

/** When the value replaces the focused button, its cell takes the focus. */
function Retry({ label, state }: { label: string; state: Extract<CellState, { status: 'failed' }> }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const cell = place.current?.closest<HTMLElement>('[role="gridcell"]');
    return () => {
      const focused = document.activeElement;
      if (focused && focused !== cell && cell?.contains(focused)) cell.focus({ preventScroll: true });
    };
  }, []);
  return (
    <span ref={place}>
      <CellButton iconOnly icon="refresh" label={label} busy={state.busy} onClick={state.retry} />
    </span>
  );
}

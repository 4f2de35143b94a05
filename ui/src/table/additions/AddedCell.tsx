import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { useText } from '../../language/useText.ts';
import { Skeleton } from '../../page/Skeleton.tsx';
import { CellButton } from '../CellButton.tsx';
import { CellLink } from '../CellLink.tsx';
import type { ColumnValues } from './ColumnValues.ts';
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
    return <CellButton iconOnly icon="refresh" label={label} onClick={state.retry} />;
  }
  const { value } = state;
  if (value === 'none') return null;
  if (value === 'unknown') return <span className="ld-soft">{text(messages.unknown)}</span>;
  if (value.path !== undefined) return <CellLink to={value.path}>{value.text}</CellLink>;
  return <span title={value.title}>{value.text}</span>;
}) as <Row>(props: Props<Row>) => ReactNode;

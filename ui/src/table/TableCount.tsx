import { observer } from 'mobx-react-lite';
import { Button } from '../controls/Button.tsx';
import { useFormats } from '../format/useFormats.ts';
import type { RowSource } from './RowSource.ts';

interface Props {
  readonly what: string;
  readonly one: string;
  readonly rows: RowSource<unknown>;
}

/** 'N of M' where M is known, 'N so far' where it is not; and why there is no more, when that failed. */
export const TableCount = observer(function TableCount(props: Props) {
  const { what, one, rows } = props;
  const formats = useFormats();
  const count = (value: number) => formats.count(value);
  if (rows.length === 0) return <div className="ld-table__count" />;
  return (
    <div className="ld-table__count">
      <span role="status">{text()}</span>
      {rows.error && (
        <span role="alert" className="ld-table__failed">
          {`No more could be fetched: ${rows.error.message}`}
          <Button kind="quiet" icon="refresh" label="Retry" onClick={() => rows.retry()} />
        </span>
      )}
    </div>
  );

  function text(): string {
    const { length, total, complete } = rows;
    if (complete) return `${count(length)} ${length === 1 ? one : what}`;
    if (total !== undefined) return `${count(length)} of ${count(total)} ${what}`;
    return `${count(length)} ${what} so far`;
  }
});

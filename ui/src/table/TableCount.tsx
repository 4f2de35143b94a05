import type { Message } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { useFormats } from '../format/useFormats.ts';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import type { RowSource } from './RowSource.ts';
import { TableFailure } from './TableFailure.tsx';

interface Props {
  readonly counted: Message;
  readonly rows: RowSource<unknown>;
}

/** Shows 'N of M' if M is known, 'N so far' otherwise, and why more rows failed to load. */
export const TableCount = observer(function TableCount(props: Props) {
  const { counted, rows } = props;
  const text = useText();
  const formats = useFormats();
  if (rows.length === 0) return <div className="ld-table__count" />;
  return (
    <div className="ld-table__count">
      <span role="status">{said()}</span>
      {rows.error && (
        <TableFailure
          what={text(messages.moreFailed, { cause: rows.error.message })}
          retry={() => rows.retry()}
        />
      )}
    </div>
  );

  function said(): string {
    const { length, total, complete } = rows;
    if (complete) return text(counted, { count: length });
    if (total === undefined) return text(messages.soFar, { counted: text(counted, { count: length }) });
    return text(messages.some, {
      count: formats.count(length),
      counted: text(counted, { count: total }),
    });
  }
});

import type { Message } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { Button } from '../controls/Button.tsx';
import { useRecovery } from '../fetching/useRecovery.ts';
import { useFormats } from '../format/useFormats.ts';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import type { RowSource } from './RowSource.ts';

interface Props {
  readonly counted: Message;
  readonly rows: RowSource<unknown>;
}

/** Shows 'N of M' if M is known, 'N so far' otherwise, and why more rows failed to load. */
export const TableCount = observer(function TableCount(props: Props) {
  const { counted, rows } = props;
  const text = useText();
  const formats = useFormats();
  useRecovery(rows.error && rows.length > 0 ? () => rows.retry() : undefined);
  if (rows.length === 0) return <div className="ld-table__count" />;
  return (
    <div className="ld-table__count">
      <span role="status">{said()}</span>
      {rows.error && (
        <span role="alert" className="ld-table__failed">
          {text(messages.moreFailed, { cause: rows.error.message })}
          <Button kind="quiet" icon="refresh" label={text(messages.retry)} onClick={() => rows.retry()} />
        </span>
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

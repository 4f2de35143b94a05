import type { StorageSummary } from '@lading/contract/rest';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { Sparkline } from '@lading/ui/charts';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from './messages.ts';

/** Repositories listed, the largest first. */
const ROWS = 5;
const DAYS = 30;

/** Storage of the whole instance: growth, free disk space, and the largest repositories. */
export const StorageWidget = observer(function StorageWidget() {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) =>
    http.json<StorageSummary>('/ui/api/v1/ui/storage/summary', { signal }),
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(summary) => (summary?.calculated ? <Usage summary={summary} /> : <NotCalculated />)}
    </FetchedView>
  );
});

function NotCalculated() {
  const text = useText();
  return (
    <EmptyState icon="database" what={text(messages.notCalculated)} more={text(messages.notCalculatedMore)} />
  );
}

function Usage({ summary }: { summary: StorageSummary }) {
  const text = useText();
  const formats = useFormats();
  const { total, disk, history, repositories } = summary;
  const days = history.slice(-DAYS).map(({ storedBytes }) => storedBytes);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <p>
        {text(messages.stored, { stored: formats.size(total.storedBytes), bytes: formats.size(total.bytes) })}{' '}
        {days.length > 1 && first !== undefined && last !== undefined && (
          <Sparkline
            values={days}
            label={text(messages.growth, {
              days: days.length,
              first: formats.size(first),
              last: formats.size(last),
            })}
          />
        )}
      </p>
      {disk && (
        <>
          <p>
            {text(messages.disk, {
              free: formats.size(disk.freeBytes),
              total: formats.size(disk.totalBytes),
              directory: disk.directory,
            })}
          </p>
          <meter
            className="ins-usage"
            aria-label={text(messages.diskUse)}
            max={disk.totalBytes}
            high={disk.totalBytes * 0.8}
            value={disk.totalBytes - disk.freeBytes}
          />
        </>
      )}
      <ol className="ins-list">
        {repositories.slice(0, ROWS).map(({ key, storedBytes }) => (
          <li key={key}>
            <Link className="ins-list__name" to={`/repos/tree/General/${encodeURIComponent(key)}`}>
              {key}
            </Link>
            <span className="ins-list__fact">{formats.size(storedBytes)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

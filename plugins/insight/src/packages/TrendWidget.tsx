import type { DashboardWidgetProps } from '@lading/contract';
import type { TotalDownloads } from '@lading/contract/rest';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { DayChart, useDayFormats } from '@lading/ui/charts';
import { observer } from 'mobx-react-lite';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from './messages.ts';

const DAYS = 30;

/** Downloads of all packages by day. */
export const TrendWidget = observer(function TrendWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData((signal) =>
    http.json<TotalDownloads>('/ui/api/v1/ui/v1/native/downloads/total', {
      query: { days: String(DAYS), ...(project === undefined ? {} : { project }) },
      signal,
    }),
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.trendFailed)}>
      {(total) => total && <Trend total={total} />}
    </FetchedView>
  );
});

function Trend({ total: { downloads, from, since, incomplete } }: { total: TotalDownloads }) {
  const text = useText();
  const formats = useFormats();
  const { long } = useDayFormats();
  const count = downloads.reduce((sum, value) => sum + value, 0);
  const notes = [
    ...(since > from ? [text(messages.trendSince, { since: long(Date.parse(since)) })] : []),
    ...(incomplete ? [text(messages.trendIncomplete)] : []),
  ];
  if (count === 0) {
    const what = text(messages.trendNone, { days: downloads.length });
    return <EmptyState icon="download" what={what} more={notes.join(' ')} />;
  }
  return (
    <>
      <p>
        {text(messages.trendCount, { count, days: formats.count(downloads.length) })}
        {notes.length > 0 && <span className="ld-soft"> · {notes.join(' ')}</span>}
      </p>
      <DayChart
        title={text(messages.perDay)}
        from={from}
        values={downloads}
        valueText={(value) => text(messages.trendValue, { count: value })}
        file="downloads"
      />
    </>
  );
}

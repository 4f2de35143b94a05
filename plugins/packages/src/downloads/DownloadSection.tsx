import type { DownloadHistory } from '@lading/contract/rest';
import { ErrorState, Fetched, Skeleton, useFormats, useShell, useStyles, useText } from '@lading/ui';
import { DayChart, useDayFormats } from '@lading/ui/charts';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useState } from 'react';
import css from './downloads.css?inline';
import { fetchDownloads } from './downloadsApi.ts';
import { messages } from './messages.ts';

const PERIODS = [30, 90, 365] as const;

interface Props {
  readonly packageId: string;
  /** If absent, all versions of the package. */
  readonly version?: string;
}

/** Shows the downloads of a package or a version by day. */
export const DownloadSection = observer(function DownloadSection({ packageId, version }: Props) {
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const formats = useFormats();
  const heading = useId();
  const [days, setDays] = useState<number>(90);
  const history = useMemo(
    () =>
      new Fetched<DownloadHistory | undefined>(undefined, (signal) =>
        fetchDownloads(http, { packageId, version }, days, signal),
      ),
    [http, packageId, version, days],
  );
  useEffect(() => {
    void history.need();
    return () => history.dispose();
  }, [history]);
  return (
    <section className="packages-downloads" aria-labelledby={heading}>
      <div className="packages-downloads__bar">
        <h2 id={heading}>{text(messages.perDay)}</h2>
        <select
          aria-label={text(messages.period)}
          value={days}
          onChange={(event) => setDays(Number(event.target.value))}
        >
          {PERIODS.map((period) => (
            <option key={period} value={period}>
              {text(messages.days, { count: period })}
            </option>
          ))}
        </select>
      </div>
      <div className="packages-downloads__chart">
        {history.error ? (
          <ErrorState
            what={text(messages.failed)}
            cause={history.error.message}
            onRetry={() => void history.fetch()}
          />
        ) : history.value ? (
          <History history={history.value} file={fileName(packageId, version)} />
        ) : (
          <Skeleton width="100%" height="206px" />
        )}
      </div>
      {history.value && (
        <p className="ld-hidden" role="status">
          {text(messages.inPeriod, { count: sum(history.value.downloads), days: formats.count(days) })}
        </p>
      )}
    </section>
  );
});

function History({ history, file }: { history: DownloadHistory; file: string }) {
  const text = useText();
  const formats = useFormats();
  const { long } = useDayFormats();
  const { from, downloads, since } = history;
  const total = sum(downloads);
  const days = downloads.length;
  const sinceDay = long(Date.parse(since));
  if (total === 0) return <p className="ld-soft">{text(messages.none, { days, since: sinceDay })}</p>;
  return (
    <>
      <p>
        {text(messages.inPeriod, { count: total, days: formats.count(days) })}
        {since > from && <span className="ld-soft"> · {text(messages.since, { since: sinceDay })}</span>}
      </p>
      <DayChart
        title={text(messages.perDay)}
        from={from}
        values={downloads}
        valueText={(count) => text(messages.value, { count })}
        file={file}
      />
    </>
  );
}

function fileName(packageId: string, version: string | undefined): string {
  return ['downloads', packageId, ...(version === undefined ? [] : [version])]
    .join('-')
    .replace(/[^\w.@-]+/g, '-');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

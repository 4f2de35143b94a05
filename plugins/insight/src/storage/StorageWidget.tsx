import type { DashboardWidgetProps } from '@lading/contract';
import type { StorageDay, StorageSummary } from '@lading/contract/rest';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { Sparkline } from '@lading/ui/charts';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from './messages.ts';

/** Repositories listed, the largest first. */
const ROWS = 5;
const DAYS = 30;

interface Shown {
  readonly summary: StorageSummary;
  /** Growth of the whole instance, or of the project. */
  readonly history: readonly StorageDay[];
}

/**
 * Storage of the whole instance or of a project: growth, free space of the disk or quota, and the
 * largest repositories.
 */
export const StorageWidget = observer(function StorageWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData(async (signal): Promise<Shown> => {
    const path = '/ui/api/v1/ui/storage';
    const [summary, days] = await Promise.all([
      http.json<StorageSummary>(`${path}/summary`, { signal }),
      project === undefined
        ? undefined
        : http.json<StorageDay[]>(`${path}/history`, { query: { kind: 'project', key: project }, signal }),
    ]);
    return { summary, history: days ?? summary.history };
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(shown) => (shown?.summary.calculated ? <Usage shown={shown} project={project} /> : <NotCalculated />)}
    </FetchedView>
  );
});

function NotCalculated() {
  const text = useText();
  return (
    <EmptyState icon="database" what={text(messages.notCalculated)} more={text(messages.notCalculatedMore)} />
  );
}

function Usage({ shown, project }: { shown: Shown; project: string | undefined }) {
  const text = useText();
  const formats = useFormats();
  const { total, projects, repositories } = shown.summary;
  const group = project === undefined ? total : projects.find(({ key }) => key === project);
  // A project that was created after the last calculation.
  if (!group) return <NotCalculated />;
  const listed = repositories.filter((each) => project === undefined || each.project === project);
  return (
    <>
      <p>
        {text(messages.stored, { stored: formats.size(group.storedBytes), bytes: formats.size(group.bytes) })}{' '}
        <Growth history={shown.history} />
      </p>
      {project === undefined ? <Disk disk={shown.summary.disk} /> : <Quota group={group} />}
      <ol className="ins-list">
        {listed.slice(0, ROWS).map(({ key, storedBytes }) => (
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

function Growth({ history }: { history: readonly StorageDay[] }) {
  const text = useText();
  const formats = useFormats();
  const days = history.slice(-DAYS).map(({ storedBytes }) => storedBytes);
  const [first, last] = [days[0], days.at(-1)];
  if (days.length < 2 || first === undefined || last === undefined) return null;
  const values = { days: days.length, first: formats.size(first), last: formats.size(last) };
  return <Sparkline values={days} label={text(messages.growth, values)} />;
}

function Disk({ disk }: Pick<StorageSummary, 'disk'>) {
  const text = useText();
  const formats = useFormats();
  if (!disk) return null;
  const { freeBytes, totalBytes, directory } = disk;
  const values = { free: formats.size(freeBytes), total: formats.size(totalBytes), directory };
  return (
    <>
      <p>{text(messages.disk, values)}</p>
      <Meter label={text(messages.diskUse)} used={totalBytes - freeBytes} of={totalBytes} />
    </>
  );
}

function Quota({ group }: { group: { readonly bytes: number; readonly quotaBytes?: number } }) {
  const text = useText();
  const formats = useFormats();
  const { bytes, quotaBytes } = group;
  if (quotaBytes === undefined) return null;
  return (
    <>
      <p>{text(messages.quota, { used: formats.size(bytes), quota: formats.size(quotaBytes) })}</p>
      <Meter label={text(messages.quotaUse)} used={bytes} of={quotaBytes} />
    </>
  );
}

function Meter({ label, used, of }: { label: string; used: number; of: number }) {
  return <meter className="ins-usage" aria-label={label} max={of} high={of * 0.8} value={used} />;
}

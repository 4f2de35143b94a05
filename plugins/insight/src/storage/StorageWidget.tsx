import type { DashboardWidgetProps } from '@lading/contract';
import type {
  ProjectStorage,
  RepositoryStorage,
  StorageCounts,
  StorageDay,
  StorageSummary,
} from '@lading/contract/rest';
import { EmptyState, FetchedView, useFormats, useShell, useText } from '@lading/ui';
import { Sparkline } from '@lading/ui/charts';
import { observer } from 'mobx-react-lite';
import { Link } from 'react-router-dom';
import { useWidgetData } from '../dashboard/useWidgetData.ts';
import { messages } from './messages.ts';
import { storageSummary } from './storageSummary.ts';

/** Repositories listed, the largest first. */
const ROWS = 5;
const DAYS = 30;

/** Of the whole instance, or of a project. */
interface Shown {
  readonly calculated: string | null;
  /** Null: a project that was created after the last calculation. */
  readonly usage: (StorageCounts & { readonly quotaBytes?: number }) | null;
  readonly repositories: readonly RepositoryStorage[];
  readonly history: readonly StorageDay[];
  readonly disk?: StorageSummary['disk'];
}

/**
 * Storage of the whole instance or of a project: growth, free space of the disk or quota, and the
 * largest repositories.
 */
export const StorageWidget = observer(function StorageWidget({ project }: DashboardWidgetProps) {
  const text = useText();
  const { http } = useShell();
  const fetched = useWidgetData(async (signal): Promise<Shown> => {
    if (project !== undefined)
      return http.json<ProjectStorage>(`/ui/api/v1/ui/storage/projects/${encodeURIComponent(project)}`, {
        signal,
      });
    const summary = await storageSummary(http, signal);
    return { ...summary, usage: summary.total };
  });
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(shown) =>
        shown?.calculated && shown.usage ? <Usage shown={shown} usage={shown.usage} /> : <NotCalculated />
      }
    </FetchedView>
  );
});

function NotCalculated() {
  const text = useText();
  return (
    <EmptyState icon="database" what={text(messages.notCalculated)} more={text(messages.notCalculatedMore)} />
  );
}

function Usage({ shown, usage }: { shown: Shown; usage: NonNullable<Shown['usage']> }) {
  const text = useText();
  const formats = useFormats();
  return (
    <>
      <p>
        {text(messages.stored, { stored: formats.size(usage.storedBytes), bytes: formats.size(usage.bytes) })}{' '}
        <Growth history={shown.history} />
      </p>
      <Disk disk={shown.disk ?? null} />
      <Quota group={usage} />
      <ol className="ins-list">
        {shown.repositories.slice(0, ROWS).map(({ key, storedBytes }) => (
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

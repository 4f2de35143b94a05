import type { StorageSummary } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  ErrorState,
  PageFrame,
  PageSkeleton,
  useFormats,
  useShell,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { GarbageCollection } from './GarbageCollection.tsx';
import { Growth } from './Growth.tsx';
import { messages } from './messages.ts';
import { SummaryStore } from './SummaryStore.ts';
import css from './storage.css?inline';
import { storageTitle } from './titles.ts';
import { UsageTable } from './UsageTable.tsx';

/** While a calculation is in progress, the summary is loaded this often, in milliseconds. */
const PROGRESS_MS = 3000;

/** The use of storage by repository, project, and package type, and its growth. */
export const StoragePage = observer(function StoragePage() {
  useStyles(css);
  const text = useText();
  const { http, notifications, periodic } = useShell();
  const [store] = useState(() => new SummaryStore(http));
  useEffect(() => {
    void store.load();
    return periodic.repeat(async (signal) => {
      if (store.pending) await store.load(signal);
    }, PROGRESS_MS);
  }, [store, periodic]);
  const calculate = () =>
    store.calculate().catch((error: unknown) => {
      const cause = error instanceof Error ? error.message : String(error);
      notifications.error(text(messages.notStarted, { cause }));
    });
  return (
    <PageFrame
      inOrder
      heading={text(storageTitle)}
      actions={<Button icon="refresh" label={text(messages.recalculate)} onClick={() => void calculate()} />}
    >
      <Body store={store} />
      <GarbageCollection onCollected={() => void calculate()} />
    </PageFrame>
  );
});

const Body = observer(function Body({ store }: { store: SummaryStore }) {
  const text = useText();
  const { value, error } = store;
  if (error !== undefined && !value)
    return <ErrorState what={text(messages.failed)} cause={error} onRetry={() => void store.load()} />;
  if (!value) return <PageSkeleton />;
  return (
    <>
      {error !== undefined && (
        <ErrorState what={text(messages.failed)} cause={error} onRetry={() => void store.load()} />
      )}
      <p role="status" className="ld-soft">
        {store.pending && text(messages.calculating)}{' '}
        {value.calculated !== null && (
          <>
            {text(messages.asOf)} <When date={value.calculated} />
          </>
        )}
      </p>
      {value.calculated === null ? (
        <EmptyState icon="database" what={text(messages.first)} more={text(messages.firstMore)} />
      ) : (
        <Summary summary={value} />
      )}
    </>
  );
});

function Summary({ summary }: { summary: StorageSummary }) {
  const text = useText();
  const formats = useFormats();
  const { total, unreferenced, store, disk, repositories, projects, packageTypes, history } = summary;
  const saved = total.bytes === 0 ? 0 : 1 - total.storedBytes / total.bytes;
  return (
    <>
      <Facts
        facts={[
          [
            text(messages.content),
            text(messages.sizeOf, { size: formats.size(total.bytes), count: total.files }),
          ],
          [
            text(messages.stored),
            text(messages.saved, {
              size: formats.size(total.storedBytes),
              percent: `${Math.round(100 * saved)} %`,
            }),
          ],
          [
            text(messages.unreferenced),
            text(messages.unreferencedMore, {
              size: formats.size(unreferenced.bytes),
              count: unreferenced.blobs,
            }),
          ],
          [
            text(messages.disk),
            disk &&
              text(messages.diskFree, {
                free: formats.size(disk.freeBytes),
                total: formats.size(disk.totalBytes),
              }),
          ],
          [
            text(store.type === 's3' ? messages.objectStore : messages.directory),
            <code key="store">{store.location}</code>,
          ],
        ]}
      />
      {total.files === 0 ? (
        <EmptyState icon="database" what={text(messages.empty)} more={text(messages.emptyMore)} />
      ) : (
        <>
          <UsageTable
            kind="repository"
            heading={text(messages.byRepository)}
            rows={repositories.filter(({ type, files }) => type !== 'virtual' || files > 0)}
          />
          <UsageTable
            kind="project"
            heading={text(messages.byProject)}
            rows={projects}
            nameOf={(key) => (key === 'default' ? text(messages.noProject) : key)}
          />
          <UsageTable kind="type" heading={text(messages.byType)} rows={packageTypes} />
          <Growth level="h2" days={history} heading={text(messages.growth)} file="storage" />
        </>
      )}
    </>
  );
}

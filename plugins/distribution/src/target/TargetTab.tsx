import type { Http } from '@lading/contract';
import type { ReceivedBundle } from '@lading/contract/rest';
import { EmptyState, useFormats, useShell, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListView, PagedList, useList } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { EDGES } from '../addresses.ts';
import { fetchReceived, removeReceived } from '../edges/edgesApi.ts';
import { messages as edges } from '../edges/messages.ts';
import { messages } from '../messages.ts';
import { fetchRetention } from './retention.ts';

function createList(http: Http) {
  return new PagedList<ReceivedBundle>(async ({ search }, cursor, signal) => {
    const offset = Number(cursor ?? 0);
    const { bundles, total } = await fetchReceived(http, { search, offset }, signal);
    const next = offset + bundles.length;
    return { rows: bundles, next: bundles.length > 0 && next < total ? `${next}` : undefined, total };
  });
}

/** Lists the bundle versions that other servers distributed to this one. */
export const TargetTab = observer(function TargetTab() {
  const { services } = useShell();
  const text = useText();
  if (services.available('distribution')) return <ReceivedList />;
  return <EmptyState icon="download" what={text(messages.off)} more={text(messages.turnOnHow)} />;
});

const ReceivedList = observer(function ReceivedList() {
  const { user } = useShell();
  const text = useText();
  const retention = useRetention();
  const list = useList('received', createList);
  const remove = useRemove(() => list.reload());
  return (
    <div className="bundles-list">
      <ListView
        id="received"
        list={list}
        what={text(messages.received)}
        counted={messages.counted}
        columns={useColumns(remove)}
        search={{ label: text(messages.search), key: 'name' }}
        empty={{
          icon: 'download',
          what: text(messages.noReceived),
          more: text(messages.noReceivedMore),
          next: user.current?.admin && <Link to={EDGES}>{text(edges.createCode)}</Link>,
        }}
        noMatch={text(messages.nothing)}
        note={
          retention !== undefined && (
            <p className="ld-soft">{text(retention ? messages.retentionOn : messages.retentionOff)}</p>
          )
        }
      />
    </div>
  );
});

function useRemove(onRemoved: () => void) {
  const { http, modals, notifications } = useShell();
  const text = useText();
  return useCallback(
    async ({ name, version }: ReceivedBundle) => {
      const agreed = await modals.confirm({
        title: text(edges.removeReceivedTitle, { name, version }),
        text: text(edges.removeText),
        verb: text(edges.removeReceived),
        danger: true,
      });
      if (!agreed) return;
      try {
        await removeReceived(http, name, version);
        notifications.success(text(edges.removed, { name, version }));
        onRemoved();
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        notifications.error(text(edges.changeFailed, { cause }));
      }
    },
    [http, modals, notifications, text, onRemoved],
  );
}

function useColumns(onRemove: (row: ReceivedBundle) => Promise<void>): readonly Column<ReceivedBundle>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<ReceivedBundle>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        phone: 'first',
        cell: ({ name, version }) => (
          <span>
            {name} <span className="ld-mono">{version}</span>
          </span>
        ),
      },
      {
        key: 'source',
        title: text(edges.from),
        width: 160,
        yields: true,
        phone: 'second',
        cell: ({ source }) => source,
      },
      {
        key: 'repositories',
        title: text(edges.repositories),
        width: 180,
        shrinks: 130,
        cell: ({ repositories }) => repositories.join(', '),
      },
      {
        key: 'artifacts',
        title: text(messages.artifacts),
        width: 100,
        yields: true,
        align: 'end',
        cell: ({ artifacts }) => formats.count(artifacts),
      },
      {
        ...{ key: 'size', title: text(messages.size), width: 100, yields: true, align: 'end' },
        cell: ({ bytes }) => formats.size(bytes),
      },
      {
        key: 'signedBy',
        title: text(edges.signedBy),
        width: 130,
        yields: true,
        cell: ({ signedBy }) => signedBy,
      },
      {
        key: 'received',
        title: text(edges.received),
        width: 150,
        phone: 'second-end',
        cell: ({ received }) =>
          received === null ? <Badge state="busy">{text(edges.receiving)}</Badge> : <When date={received} />,
      },
      {
        key: 'remove',
        title: text(edges.removeReceived),
        width: 110,
        link: true,
        phone: 'first-end',
        cell: (row) => (
          <CellButton
            kind="danger"
            label={text(edges.removeReceived)}
            aria-label={text(edges.removeReceivedNamed, { name: row.name, version: row.version })}
            onClick={() => void onRemove(row)}
          />
        ),
      },
    ],
    [text, formats, onRemove],
  );
}

/** Returns `undefined` while the state is unknown, and for users who are not administrators. */
function useRetention(): boolean | undefined {
  const { http, user, notifications } = useShell();
  const text = useText();
  const admin = user.current?.admin === true;
  const [on, setOn] = useState<boolean>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of language is no reason to ask again
  useEffect(() => {
    if (!admin) return undefined;
    const controller = new AbortController();
    fetchRetention(http, controller.signal).then(setOn, (error: unknown) => {
      if (controller.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      notifications.info(text(messages.retentionFailed, { message }));
    });
    return () => controller.abort();
  }, [http, admin]);
  return on;
}

import type { CleanupPolicy } from '@lading/contract/rest';
import { ShortName, useFormats, useText, When } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { CLEANUP, editPath } from '../paths.ts';
import { fetchPolicies } from './cleanupApi.ts';
import { messages } from './messages.ts';
import { RunState } from './RunState.tsx';
import { cleanupTitle } from './titles.ts';

const KIND: RowKind<CleanupPolicy> = {
  sorts: {
    key: ({ key }) => key,
    nextRun: ({ nextRun }) => nextRun ?? undefined,
    freed: ({ lastRun }) => lastRun?.freedBytes,
  },
  texts: ({ key, description, repositories }) => [key, description, ...repositories],
};

/** The cleanup policies with their last runs. */
export function PolicyListPage() {
  const text = useText();
  const list = useList('cleanup', (http) => new WholeList((signal) => fetchPolicies(http, signal), KIND));
  return (
    <ListPage
      id="cleanup-policies"
      heading={text(cleanupTitle)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      list={list}
      create={{ label: text(messages.create), to: `${CLEANUP}/new` }}
      empty={{ icon: 'remove', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<CleanupPolicy>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<CleanupPolicy>[]>(
    () => [
      {
        ...{
          key: 'key',
          title: text(messages.key),
          width: 'grow',
          sortable: true,
          link: true,
          phone: 'first',
        },
        cell: ({ key, description }) => (
          <CellLink to={editPath(CLEANUP, key)}>
            <ShortName text={description === '' ? key : `${key}: ${description}`} />
          </CellLink>
        ),
      },
      {
        ...{ key: 'lastRun', title: text(messages.lastRun), width: 260, shrinks: 150, phone: 'second' },
        cell: ({ lastRun }) => (lastRun ? <RunState run={lastRun} /> : text(messages.neverRun)),
      },
      {
        ...{ key: 'freed', title: text(messages.freed), width: 110, align: 'end', sortable: true },
        cell: ({ lastRun }) => (lastRun && !lastRun.dry ? formats.size(lastRun.freedBytes) : ''),
      },
      {
        ...{ key: 'nextRun', title: text(messages.nextRun), width: 150, sortable: true, phone: 'first-end' },
        cell: ({ nextRun }) => (nextRun === null ? text(messages.noSchedule) : <When date={nextRun} />),
      },
    ],
    [text, formats],
  );
}

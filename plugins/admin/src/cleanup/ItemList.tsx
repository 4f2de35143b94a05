import type { CleanupItem } from '@lading/contract/rest';
import { ShortName, useFormats, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListView, PagedList, useList } from '@lading/ui/list';
import type { Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { fetchItems } from './cleanupApi.ts';
import { messages } from './messages.ts';

const STATES = ['selected', 'deleted', 'kept', 'failedItem'] as const;
const BADGES = { selected: 'unknown', deleted: 'good', kept: 'warning', failed: 'bad' } as const;

/** Items that a run deletes, deleted, or kept. */
export function ItemList({ run }: { readonly run: string }) {
  const text = useText();
  const list = useList(
    `items of ${run}`,
    (http) =>
      new PagedList<CleanupItem>(async ({ filters }, cursor, signal) => {
        const offset = Number(cursor ?? 0);
        const { items, total } = await fetchItems(http, run, { state: filters.state, offset }, signal);
        const next = offset + items.length;
        return { rows: items, total, next: next < total ? String(next) : undefined };
      }),
  );
  return (
    <ListView
      id="cleanup-items"
      what={text(messages.items)}
      counted={messages.itemsCounted}
      columns={useColumns()}
      list={list}
      filters={[
        {
          key: 'state',
          label: text(messages.state),
          options: [
            { key: '', label: text(messages.allStates) },
            ...STATES.map((key) => ({
              key: key === 'failedItem' ? 'failed' : key,
              label: text(messages[key]),
            })),
          ],
        },
      ]}
      empty={{ icon: 'check', what: text(messages.noItems), more: text(messages.noItemsMore) }}
    />
  );
}

function useColumns(): readonly Column<CleanupItem>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<CleanupItem>[]>(
    () => [
      {
        ...{ key: 'item', title: text(messages.item), width: 'grow', phone: 'first' },
        cell: ({ packageName, packageVersion, path }) => (
          <ShortName text={packageName === null ? path : `${packageName} ${packageVersion ?? ''}`} />
        ),
      },
      {
        ...{ key: 'repo', title: text(messages.repository), width: 180, shrinks: 120, phone: 'second' },
        cell: ({ repo }) => <ShortName text={repo} />,
      },
      {
        ...{ key: 'state', title: text(messages.state), width: 300, shrinks: 160, phone: 'second-end' },
        cell: ({ state, reason }) => (
          <span title={reason}>
            <Badge state={BADGES[state]}>{text(messages[state === 'failed' ? 'failedItem' : state])}</Badge>{' '}
            {reason}
          </span>
        ),
      },
      {
        ...{ key: 'size', title: text(messages.size), width: 110, align: 'end', phone: 'first-end' },
        cell: ({ bytes }) => formats.size(bytes),
      },
    ],
    [text, formats],
  );
}

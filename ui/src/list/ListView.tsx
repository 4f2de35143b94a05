import type { Message } from '@lading/contract';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Button } from '../controls/Button.tsx';
import type { IconName } from '../icons/icons.ts';
import { useText } from '../language/useText.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { useStyles } from '../styles/adoptStyles.ts';
import type { Column } from '../table/Column.ts';
import { DataTable } from '../table/DataTable.tsx';
import type { RowSource } from '../table/RowSource.ts';
import type { TableExtension } from '../table/TableExtension.ts';
import { useChoiceColumn } from '../table/useChoiceColumn.tsx';
import { type ListFilter, ListFilters } from './ListFilters.tsx';
import type { ListSource } from './ListSource.ts';
import css from './list.css?inline';
import { type ListKeys, type ListQuery, listQueryAddress, readListQuery } from './listQuery.ts';
import { messages } from './messages.ts';

/** Milliseconds for which previous rows are shown while others load. */
const KEEP_MS = 150;

export interface ListSelection<Row> {
  readonly keyOf: (row: Row) => string;
  /** The name of a row for screen readers. */
  readonly nameOf: (row: Row) => string;
  /** The bulk actions, as buttons. */
  readonly actions: (selected: readonly Row[], clear: () => void) => ReactNode;
}

export interface ListViewProps<Row> {
  /** Remembers the layout of the columns; unique in the plugin. */
  readonly id: string;
  /** See `useList`. */
  readonly list: ListSource<Row>;
  /** The rows as a plural noun ('groups'), and counted. */
  readonly what: string;
  readonly counted: Message;
  readonly columns: readonly Column<Row>[];
  /** See `DataTable`. */
  readonly extend?: TableExtension<Row>;
  /** `key` is the query parameter, `filter` by default. */
  readonly search?: { readonly label: string; readonly key?: string };
  readonly filters?: readonly ListFilter[];
  readonly selection?: ListSelection<Row>;
  /** Shown without any row. */
  readonly empty: {
    readonly icon: IconName;
    readonly what: string;
    readonly more?: ReactNode;
    readonly next?: ReactNode;
  };
  /** Shown when no row matches; a general text by default. */
  readonly noMatch?: string;
  /** URL of the list as a file, with the current search and filters. */
  readonly exportUrl?: (format: 'csv' | 'json', query: ListQuery) => string;
  /** Rows have two lines in narrow windows: see `nameColumn`. */
  readonly twoLines?: boolean;
  /** Between filters and table. */
  readonly note?: ReactNode;
}

/**
 * A table with search, filters, and order in the URL; with loading, empty, error, and no-match
 * states.
 */
export const ListView = observer(function ListView<Row>(props: ListViewProps<Row>) {
  useStyles(css);
  const {
    id,
    list,
    what,
    counted,
    search,
    filters = NONE,
    selection,
    empty,
    noMatch,
    note,
    exportUrl,
  } = props;
  const text = useText();
  const { query, change } = useListQuery(props);
  const { revision } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of a list change with its revision
  const wanted = useMemo(() => list.rowsFor(query), [list, query, revision]);
  const rows = useSettled(wanted);
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const choice = useChoiceColumn(
    selection && { ...selection, what, rows, chosen: selected, onChange: setSelected },
  );
  const columns = useMemo(() => [...choice, ...props.columns], [choice, props.columns]);
  const narrowed = query.search !== '' || Object.keys(query.filters).length > 0;
  const clear = () => setSelected(new Map());
  return (
    <>
      {(search || filters.length > 0) && (
        <ListFilters search={search} filters={filters} query={query} onChange={change} />
      )}
      {note}
      {selection && selected.size > 0 && (
        <div className="ld-list__selection" role="toolbar" aria-label={text(messages.actions)}>
          <span role="status">{text(messages.selected, { count: selected.size })}</span>
          {selection.actions([...selected.values()], clear)}
          <Button kind="quiet" label={text(messages.clearSelection)} onClick={clear} />
        </div>
      )}
      <DataTable
        id={id}
        what={what}
        counted={counted}
        columns={columns}
        rows={rows}
        extend={props.extend}
        twoLines={props.twoLines}
        exportUrl={exportUrl && ((format) => exportUrl(format, query))}
        {...(list.sorts.length > 0
          ? {
              sort: { key: query.sortBy, descending: query.descending },
              onSort: ({ key, descending }) => change({ sortBy: key, descending }, false),
            }
          : {})}
        empty={
          narrowed ? (
            <EmptyState
              icon="search"
              what={
                noMatch ??
                text(query.search === '' ? messages.noResults : messages.noMatch, { search: query.search })
              }
            >
              <Button label={text(messages.clear)} onClick={() => change({ search: '', filters: {} })} />
            </EmptyState>
          ) : (
            <EmptyState icon={empty.icon} what={empty.what} more={empty.more}>
              {empty.next}
            </EmptyState>
          )
        }
      />
    </>
  );
}) as <Row>(props: ListViewProps<Row>) => ReactNode;

const NONE: readonly ListFilter[] = [];

/** The query of the URL, and a function that changes it. */
function useListQuery<Row>({ list, search, filters = NONE, extend }: ListViewProps<Row>) {
  const navigate = useNavigate();
  const { pathname, search: address } = useLocation();
  const { sorts, descending } = list;
  const searchKey = search?.key;
  const keys: ListKeys = {
    search: searchKey,
    sorts,
    sortsAdded: extend?.fieldsOf !== undefined,
    descending,
    filters: filters.map(({ key, options }) => ({
      key,
      ...(options ? { values: options.map((option) => option.key) } : {}),
    })),
  };
  const read = readListQuery(address, keys);
  // Equal queries must be the same object, so that the rows are kept.
  const written = JSON.stringify(read);
  const query = useMemo(() => JSON.parse(written) as ListQuery, [written]);
  const change = (changed: Partial<ListQuery>, replace = true) => {
    const to = listQueryAddress({ ...query, ...changed }, keys, address);
    void navigate({ pathname, search: to }, { replace });
  };
  return { query, change };
}

/** Keeps the previous rows until the new ones arrive, for a short time. */
function useSettled<Row>(wanted: RowSource<Row>): RowSource<Row> {
  const shown = useRef(wanted);
  const [expired, setExpired] = useState<RowSource<Row>>();
  useEffect(() => {
    wanted.want(0, 0);
    const timer = setTimeout(() => setExpired(wanted), KEEP_MS);
    return () => {
      clearTimeout(timer);
      wanted.dispose?.();
    };
  }, [wanted]);
  const arrived = wanted.length > 0 || wanted.complete || wanted.error !== undefined;
  if (arrived || expired === wanted) shown.current = wanted;
  return shown.current;
}

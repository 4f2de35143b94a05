import type { Http, Message } from '@lading/contract';
import {
  Button,
  buttonClass,
  EmptyState,
  Fetched,
  Icon,
  type IconName,
  PageFrame,
  SearchField,
  useLeftPlace,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { type Column, DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { keptRows } from './keptRows.ts';
import { ListRows, type RowKind } from './ListRows.ts';
import css from './list.css?inline';
import { type ListQuery, listQueryAddress, readListQuery } from './listQuery.ts';
import { messages } from './messages.ts';

export interface ListPageProps<Row> {
  /** Unique among the lists of this plug-in. */
  readonly id: string;
  readonly heading: string;
  /** What the rows are, as a word for several, and counted. */
  readonly what: string;
  readonly counted: Message;
  readonly filterLabel: string;
  readonly columns: readonly Column<Row>[];
  readonly kind: RowKind<Row>;
  readonly fetchAll: (http: Http, signal: AbortSignal) => Promise<readonly Row[]>;
  /** The one thing that is begun from here. */
  readonly create: { readonly label: string; readonly to: string };
  /** Another way to it. */
  readonly otherwise?: { readonly label: string; readonly to: string };
  /** Where there is no row at all. */
  readonly empty: { readonly icon: IconName; readonly what: string; readonly more: string };
}

/** All of one kind, filtered and sorted as the address says. */
export const ListPage = observer(function ListPage<Row>(props: ListPageProps<Row>) {
  useStyles(css);
  const { id, heading, what, counted, filterLabel, columns, kind, fetchAll, create, otherwise, empty } =
    props;
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const sortable = useMemo(() => Object.keys(kind.sorts), [kind]);
  const query = useMemo(() => readListQuery(search, sortable), [search, sortable]);
  const place = useLeftPlace();
  const [start] = useState(() => {
    const kept = keptRows.take(place.current);
    return kept?.all.status === 'there' ? kept : undefined;
  });
  const [all] = useState(
    () =>
      (start?.all as Fetched<readonly Row[]> | undefined) ??
      new Fetched<readonly Row[]>([], (signal) => fetchAll(shell.http, signal)),
  );
  const first = useRef(query);
  const rows = useMemo(() => {
    const shown = new ListRows(all, kind, query);
    if (start && query === first.current) shown.scrolled = start.scrolled;
    return shown;
  }, [all, kind, query, start]);
  const last = useRef(rows);
  last.current = rows;
  useEffect(() => () => keptRows.keep(place.current, { all, scrolled: last.current.scrolled }), [place, all]);

  const change = (changed: Partial<ListQuery>, replace = false) => {
    const to = listQueryAddress({ ...query, ...changed }, sortable);
    void navigate({ pathname, search: to }, { replace });
  };
  const clear = () => change({ filter: '' });
  const links = (
    <>
      {otherwise && (
        <Link className={buttonClass('plain')} to={otherwise.to}>
          {otherwise.label}
        </Link>
      )}
      <Link className={buttonClass('main')} to={create.to}>
        <Icon name="add" />
        <span>{create.label}</span>
      </Link>
    </>
  );
  return (
    <PageFrame full heading={heading} actions={links}>
      <div className="admin-filter">
        <SearchField
          label={filterLabel}
          value={query.filter}
          onChange={(filter) => change({ filter }, true)}
        />
      </div>
      <DataTable
        id={id}
        what={what}
        counted={counted}
        columns={columns}
        rows={rows}
        sort={{ key: query.sortBy, descending: query.descending }}
        onSort={({ key, descending }) => change({ sortBy: key, descending })}
        empty={
          query.filter === '' ? (
            <EmptyState icon={empty.icon} what={empty.what} more={empty.more} />
          ) : (
            <EmptyState icon="search" what={text(messages.nothingFound, { filter: query.filter })}>
              <Button label={text(messages.clear)} onClick={clear} />
            </EmptyState>
          )
        }
      />
    </PageFrame>
  );
});

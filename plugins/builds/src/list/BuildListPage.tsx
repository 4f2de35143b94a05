import type { BuildOverview } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  PageFrame,
  SearchField,
  useFormats,
  useShell,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { CellLink, type Column, DataTable, PagedRows } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { buildAddress, runAddress } from '../addresses.ts';
import css from '../builds.css?inline';
import { fetchBuilds } from '../buildsApi.ts';
import { messages } from '../messages.ts';

type Row = BuildOverview['builds'][number];

/** The builds that one may read, the last started first; what their names are searched for stands in the address. */
export function BuildListPage() {
  useStyles(css);
  const text = useText();
  const [keys, setKeys] = useSearchParams();
  const search = keys.get('name') ?? '';
  const change = (next: string) =>
    setKeys(
      (before) => {
        const others = [...before].filter(([key]) => key !== 'name');
        return next === '' ? others : [...others, ['name', next]];
      },
      { replace: true },
    );
  return (
    <PageFrame full heading={text(messages.title)}>
      <div className="builds-filters">
        <SearchField label={text(messages.search)} value={search} onChange={change} />
      </div>
      <Matching key={search} search={search} onClear={() => change('')} />
    </PageFrame>
  );
}

const Matching = observer(function Matching({ search, onClear }: { search: string; onClear: () => void }) {
  const { http } = useShell();
  const text = useText();
  const columns = useColumns();
  const [truncated, setTruncated] = useState(false);
  const rows = useMemo(
    () =>
      new PagedRows<Row>(async (_cursor, signal) => {
        const { builds, truncated: more } = await fetchBuilds(http, search, signal);
        setTruncated(more);
        return { rows: builds, next: undefined, total: builds.length };
      }),
    [http, search],
  );
  useEffect(() => {
    rows.want(0, 0);
    return () => rows.dispose();
  }, [rows]);
  return (
    <>
      {truncated && <p className="ld-soft">{text(messages.truncated, { count: rows.length })}</p>}
      <DataTable
        id="builds"
        what={text(messages.what)}
        counted={messages.counted}
        columns={columns}
        rows={rows}
        empty={
          search === '' ? (
            <EmptyState icon="history" what={text(messages.none)} more={text(messages.noneMore)} />
          ) : (
            <EmptyState icon="filter" what={text(messages.nothing)}>
              <Button label={text(messages.clear)} onClick={onClear} />
            </EmptyState>
          )
        }
      />
    </>
  );
});

function useColumns(): readonly Column<Row>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<Row>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        link: true,
        phone: 'first',
        cell: ({ name }) => <CellLink to={buildAddress(name)}>{name}</CellLink>,
      },
      {
        key: 'number',
        title: text(messages.lastNumber),
        width: 200,
        link: true,
        phone: 'second',
        cell: ({ name, lastNumber }) => (
          <CellLink to={runAddress(name, lastNumber)}>
            <span className="ld-mono">{lastNumber}</span>
          </CellLink>
        ),
      },
      {
        key: 'runs',
        title: text(messages.runCount),
        width: 100,
        align: 'end',
        cell: ({ runs }) => formats.count(runs),
      },
      {
        key: 'started',
        title: text(messages.lastStarted),
        width: 160,
        phone: 'second-end',
        cell: ({ lastStarted }) => <When date={lastStarted} />,
      },
    ],
    [text, formats],
  );
}

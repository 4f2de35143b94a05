import type { GitWatch, Integration } from '@lading/contract/rest';
import { buttonClass, ShortName, useFormats, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { messages as cards } from '../cards/messages.ts';
import type { GitVendor } from '../git/vendors.ts';
import { INTEGRATIONS, scanningPath, vendorPath } from '../paths.ts';
import { messages } from './messages.ts';
import { useCounts } from './useCounts.ts';
import { fetchWatches } from './watchApi.ts';

const KIND: RowKind<GitWatch> = {
  sorts: {
    repository: ({ repository, branch }) => `${repository} ${branch}`,
    findings: ({ findings }) =>
      findings.critical * 1e9 + findings.high * 1e6 + findings.medium * 1e3 + findings.low,
    scanned: ({ scanned }) => scanned,
  },
  texts: ({ repository, branch }) => [repository, branch],
};

interface Props {
  readonly connection: Integration;
  readonly vendor: GitVendor;
}

/** The watched branches of a connection with the numbers of their findings. */
export function WatchListPage({ connection, vendor }: Props) {
  const text = useText();
  const { integrationKey: key } = connection;
  const list = useList(
    `watches.${key}`,
    (http) => new WholeList((signal) => fetchWatches(http, key, signal), KIND),
  );
  return (
    <ListPage
      id="watches"
      list={list}
      above={[
        { label: text(cards.title), to: INTEGRATIONS },
        { label: vendor.label, to: vendorPath(vendor.name) },
      ]}
      heading={text(messages.watched)}
      what={text(messages.watchedWhat)}
      counted={messages.watchedCounted}
      search={{ label: text(messages.watchedFilter) }}
      columns={useColumns(vendor.name, key)}
      actions={
        <Link className={buttonClass('main')} to={scanningPath(vendor.name, key)}>
          {text(messages.all)}
        </Link>
      }
      empty={{ icon: 'shield', what: text(messages.noneWatched), more: text(messages.noneWatchedMore) }}
    />
  );
}

function useColumns(vendor: string, key: string): readonly Column<GitWatch>[] {
  const text = useText();
  const formats = useFormats();
  const counts = useCounts();
  return useMemo<Column<GitWatch>[]>(
    () => [
      {
        key: 'repository',
        title: text(messages.name),
        width: 'grow',
        least: 160,
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ id, repository }) => (
          <CellLink to={scanningPath(vendor, key, { watch: id })}>
            <ShortName text={repository} />
          </CellLink>
        ),
      },
      {
        key: 'branch',
        title: text(messages.branchLabel),
        width: 160,
        shrinks: 100,
        phone: 'first-end',
        cell: ({ branch }) => <span className="ld-mono">{branch}</span>,
      },
      {
        key: 'findings',
        title: text(messages.findings),
        width: 260,
        shrinks: 160,
        sortable: true,
        phone: 'second',
        cell: (watch) =>
          watch.error === undefined ? (
            counts(watch)
          ) : (
            <Badge state="bad" title={watch.error}>
              {text(messages.checkFailed)}
            </Badge>
          ),
      },
      {
        key: 'dependencies',
        title: text(messages.dependencies),
        width: 130,
        align: 'end',
        yields: true,
        cell: ({ dependencies }) => formats.count(dependencies),
      },
      {
        key: 'scanned',
        title: text(messages.scannedAt),
        width: 150,
        sortable: true,
        phone: 'second-end',
        cell: ({ scanned }) => (scanned === undefined ? text(messages.notScanned) : <When date={scanned} />),
      },
    ],
    [text, formats, counts, vendor, key],
  );
}

import {
  Button,
  EmptyState,
  PageFrame,
  SearchField,
  SeverityMark,
  ShortName,
  useFormats,
  useShell,
  useStyles,
  useText,
  When,
} from '@lading/ui';
import { CellLink, type Column, DataTable, SwappedRows } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import css from '../artifacts/artifacts.css?inline';
import { messages } from './messages.ts';
import {
  fetchScanned,
  isCapped,
  MAX_RESULTS,
  readXrayQuery,
  type ScannedPackage,
  type XrayQuery,
  xrayAddress,
} from './xrayApi.ts';

/** Lists packages with their scan results. */
export const XrayPage = observer(function XrayPage() {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => readXrayQuery(search), [search]);
  const [store] = useState(
    () =>
      new SwappedRows<XrayQuery, ScannedPackage>(xrayAddress, (wanted, cursor, signal) =>
        fetchScanned(shell.http, wanted, cursor, signal),
      ),
  );
  const columns = useXrayColumns();
  useEffect(() => store.show(query), [store, query]);
  useEffect(() => () => store.dispose(), [store]);
  const change = (changed: Partial<XrayQuery>, replace = false) =>
    void navigate(
      { pathname: '/xraySearchResults', search: xrayAddress({ ...query, ...changed }) },
      { replace },
    );
  return (
    <PageFrame full heading={text(messages.heading)}>
      <div className="search-filter">
        <SearchField
          label={text(messages.filter)}
          value={query.name}
          onChange={(name) => change({ name }, true)}
        />
      </div>
      {store.rows && isCapped(store.rows) && (
        <p className="search-capped" role="status">
          {text(messages.capped, { count: MAX_RESULTS })}
        </p>
      )}
      {store.rows && (
        <DataTable
          id="scanned"
          what={text(messages.what)}
          counted={messages.counted}
          columns={columns}
          rows={store.rows}
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as XrayQuery['sortBy'], descending })}
          empty={
            <EmptyState icon="search" what={text(messages.none)}>
              {query.name && <Button label={text(messages.clear)} onClick={() => change({ name: '' })} />}
            </EmptyState>
          }
        />
      )}
    </PageFrame>
  );
});

function useXrayColumns(): readonly Column<ScannedPackage>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<ScannedPackage>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ pkg_id, pkg_name }) => (
          <CellLink to={`/packages/${encodeURIComponent(pkg_id)}`}>
            <ShortName text={pkg_name} />
          </CellLink>
        ),
      },
      { key: 'type', title: text(messages.type), width: 110, shrinks: 90, cell: ({ pkg_type }) => pkg_type },
      {
        key: 'severity',
        title: text(messages.severity),
        width: 140,
        phone: 'second',
        cell: ({ scanned, top_severity }) =>
          top_severity ? (
            <SeverityMark severity={top_severity} />
          ) : (
            <span className="ld-soft">{text(scanned ? messages.clean : messages.notScanned)}</span>
          ),
      },
      {
        key: 'issues',
        title: text(messages.issues),
        width: 90,
        align: 'end',
        cell: ({ num_issues }) => (num_issues === null ? '–' : formats.count(num_issues)),
      },
      {
        key: 'latest',
        title: text(messages.latest),
        width: 150,
        phone: 'first-end',
        cell: ({ latest_version }) => <span className="ld-mono">{latest_version}</span>,
      },
      {
        key: 'last_updated',
        title: text(messages.updated),
        width: 140,
        yields: true,
        sortable: true,
        phone: 'second-end',
        cell: ({ last_updated }) => <When date={last_updated} />,
      },
    ],
    [formats, text],
  );
}

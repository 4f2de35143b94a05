import { Button, EmptyState, useShell, useText } from '@lading/ui';
import { DataTable, type TableExtension, useChoiceColumn } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { messages as filterMessages } from '../filters/messages.ts';
import { exportUrl } from '../query/exportUrl.ts';
import {
  countFilters,
  NO_FILTERS,
  readVersionQuery,
  type VersionQuery,
  versionQueryAddress,
} from '../query/versionQuery.ts';
import { versionsRequest } from '../query/versionsRequest.ts';
import { ChosenBar } from '../removal/ChosenBar.tsx';
import { mayRemove } from '../removal/mayRemove.ts';
import { messages } from './messages.ts';
import type { PackageStore } from './PackageStore.ts';
import type { ListedVersion } from './packageApi.ts';
import { useVersionColumns } from './useVersionColumns.tsx';
import { VersionFilters } from './VersionFilters.tsx';

/** The versions of a package, newest first unless the URL specifies another order. */
export const VersionList = observer(function VersionList(props: {
  packageId: string;
  store: PackageStore;
  /** Number of versions of the package. */
  total: number;
}) {
  const { packageId, store, total } = props;
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => readVersionQuery(search), [search]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedVersion>>(new Map());
  const { versions } = store;
  const choice = useChoiceColumn<ListedVersion>(
    mayRemove(shell)
      ? {
          what: text(messages.what),
          rows: versions.rows,
          keyOf: ({ name }) => name,
          nameOf: ({ name }) => name,
          chosen,
          onChange: setChosen,
        }
      : undefined,
  );
  const extension = useExtension(packageId);
  const columns = useVersionColumns(packageId, query, store.downloads.value);
  const all = useMemo(() => [...choice, ...columns], [choice, columns]);

  useEffect(() => versions.show(query), [versions, query]);
  useEffect(() => void store.downloads.need(), [store]);

  // A changed filter starts at its first page.
  const change = (changed: Partial<VersionQuery>) => {
    const to = new URLSearchParams(versionQueryAddress({ ...query, endCursor: undefined, ...changed }));
    // Keeps the tab in the URL: the versions aren't always the initial tab.
    const tab = new URLSearchParams(search).get('tab');
    if (tab !== null) to.set('tab', tab);
    void navigate({ search: to.size > 0 ? `?${to}` : '' }, { replace: true });
  };
  const filtered = countFilters(query) > 0;
  return (
    <>
      <VersionFilters query={query} onChange={change} />
      <ChosenBar
        count={chosen.size}
        selection={{ packages: [{ id: packageId, versions: [...chosen.keys()] }] }}
        onClear={() => setChosen(new Map())}
        onRemoved={() => {
          setChosen(new Map());
          store.reload();
        }}
      />
      {versions.rows && (
        <DataTable
          id="versions"
          what={text(messages.what)}
          counted={messages.counted}
          columns={all}
          rows={versions.rows}
          extend={extension}
          expected={filtered ? undefined : total}
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as VersionQuery['sortBy'], descending })}
          exportUrl={(format) => exportUrl(versionsRequest(packageId, query), format)}
          empty={
            <EmptyState icon="tag" what={text(filtered ? messages.noVersion : messages.pending)}>
              {filtered && <Button label={text(filterMessages.clear)} onClick={() => change(NO_FILTERS)} />}
            </EmptyState>
          }
        />
      )}
    </>
  );
});

function useExtension(packageId: string): TableExtension<ListedVersion> {
  return useMemo(
    () => ({
      table: 'versions',
      rowOf: ({ name: version, repos }) => ({
        ...{ packageId, version },
        repositories: repos.map(({ name }) => name),
      }),
    }),
    [packageId],
  );
}

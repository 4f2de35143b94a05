import { EmptyState, Lazy, PageFrame, useLeftPlace, useShell, useText } from '@lading/ui';
import { DataTable, type TableExtension, useChoiceColumn } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDeploy } from '../deploy/useDeploy.tsx';
import { Notices } from '../notices/Notices.tsx';
import { exportUrl } from '../query/exportUrl.ts';
import {
  isFiltered,
  type PackageQuery,
  packageQueryAddress,
  readPackageQuery,
} from '../query/packageQuery.ts';
import { packagesRequest } from '../query/packagesRequest.ts';
import { ChosenBar } from '../removal/ChosenBar.tsx';
import { mayRemove } from '../removal/mayRemove.ts';
import { basicScanning } from '../scanning/basicScanning.ts';
import { isTooShort, LEAST_FOR_USERS } from '../search/leastTyped.ts';
import { keptList } from './keptList.ts';
import { messages } from './messages.ts';
import { NothingFound } from './NothingFound.tsx';
import { PackageFilters } from './PackageFilters.tsx';
import { PackageListStore } from './PackageListStore.ts';
import type { ListedPackage } from './packagesApi.ts';
import { UnknownTypes } from './UnknownTypes.tsx';
import { usePackageColumns } from './usePackageColumns.tsx';
import { useStarColumn } from './useStarColumn.tsx';

const emptyConsole = () => import('../rareParts.ts').then(({ EmptyConsole }) => EmptyConsole);

const EXTENSION: TableExtension<ListedPackage> = {
  table: 'packages',
  rowOf: ({ id, name, packageType, latestVersion }) => ({
    ...{ id, name, packageType },
    ...(latestVersion ? { latestVersion } : {}),
  }),
};

/** Lists all packages, filtered and sorted by the query of the URL. */
export const PackageListPage = observer(function PackageListPage() {
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const project = shell.project.current;
  const basic = basicScanning(shell);
  const query = useMemo(() => ({ ...readPackageQuery(search), project, basic }), [search, project, basic]);
  const admin = shell.user.current?.admin === true;
  const tooShort = isTooShort(query.search || query.name, admin);
  const place = useLeftPlace();
  const [store] = useState(() => {
    const opened = keptList.take(place.current) ?? new PackageListStore(shell.http);
    // Not in an effect: effects run after the first paint.
    if (!isTooShort(query.search || query.name, admin)) opened.packages.show(query);
    return opened;
  });
  const { similar } = store;
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedPackage>>(new Map());
  const choice = useChoiceColumn<ListedPackage>(
    mayRemove(shell)
      ? {
          what: text(messages.what),
          rows: store.packages.rows,
          keyOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          chosen,
          onChange: setChosen,
        }
      : undefined,
  );
  const columns = usePackageColumns();
  const stars = useStarColumn(store);
  const all = useMemo(() => [...choice, ...columns, ...stars], [choice, columns, stars]);

  const deploy = useDeploy({ onDeployed: () => store.packages.reload() });

  useEffect(() => {
    if (!tooShort) store.packages.show(query);
  }, [store, query, tooShort]);
  useEffect(() => () => keptList.keep(place.current, store), [place, store]);

  // A changed filter starts at its first page.
  const change = (changed: Partial<PackageQuery>, replace = false) => {
    const to = packageQueryAddress({ ...query, endCursor: undefined, ...changed });
    void navigate({ pathname: '/packages', search: to }, { replace });
  };
  return (
    <PageFrame full heading={text(messages.packages)} actions={deploy.action}>
      {deploy.dialog}
      <Notices />
      <PackageFilters query={query} store={store} onChange={change} />
      <ChosenBar
        count={chosen.size}
        selection={{ packages: [...chosen.keys()].map((id) => ({ id })) }}
        onClear={() => setChosen(new Map())}
        onRemoved={() => {
          setChosen(new Map());
          store.packages.reload();
        }}
      />
      <UnknownTypes types={query.types} />
      {tooShort && (
        <EmptyState
          icon="search"
          what={text(messages.tooShort, { count: LEAST_FOR_USERS })}
          more={text(messages.tooShortMore)}
        />
      )}
      {!tooShort && similar?.search === query.search && (
        <similar.Note query={query} corrected={similar.corrected} />
      )}
      {!tooShort && store.packages.rows && (
        <DataTable
          id="packages"
          what={text(messages.what)}
          counted={messages.counted}
          rejected={query.search ? text(messages.rejected) : undefined}
          columns={all}
          rows={store.packages.rows}
          extend={EXTENSION}
          twoLines
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as PackageQuery['sortBy'], descending })}
          exportUrl={(format) => exportUrl(packagesRequest(store.exported(query), undefined, basic), format)}
          empty={
            isFiltered({ ...query, plugins: false }) ? (
              <NothingFound query={query} onChange={change} />
            ) : (
              <Lazy
                load={emptyConsole}
                props={{ store, inProject: project !== undefined }}
                failure={text(messages.notLoaded)}
              />
            )
          }
        />
      )}
    </PageFrame>
  );
});

import { EmptyState, PageFrame, useShell, useText } from '@lading/ui';
import { DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  isFiltered,
  type PackageQuery,
  packageQueryAddress,
  readPackageQuery,
} from '../query/packageQuery.ts';
import { EmptyConsole } from './EmptyConsole.tsx';
import { keepList, takeList } from './keptList.ts';
import { messages } from './messages.ts';
import { NothingFound } from './NothingFound.tsx';
import { PackageFilters } from './PackageFilters.tsx';
import { PackageListStore } from './PackageListStore.ts';
import { usePackageColumns } from './usePackageColumns.tsx';

/** All packages, filtered and sorted as the address says. */
export const PackageListPage = observer(function PackageListPage() {
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { search, key } = useLocation();
  const project = shell.project.current;
  const query = useMemo(() => ({ ...readPackageQuery(search), project }), [search, project]);
  const [store] = useState(() => {
    const opened = takeList(shell, key) ?? new PackageListStore(shell.http);
    // Not with the effects, which run once this has been painted.
    opened.packages.show(query);
    return opened;
  });
  const entry = useRef(key);
  entry.current = key;
  const columns = usePackageColumns();

  useEffect(() => store.packages.show(query), [store, query]);
  useEffect(() => () => keepList(shell, entry.current, store), [shell, store]);

  const change = (changed: Partial<PackageQuery>, replace = false) => {
    const to = packageQueryAddress({ ...query, ...changed });
    void navigate({ pathname: '/packages', search: to }, { replace });
  };
  return (
    <PageFrame full heading={text(messages.packages)}>
      <PackageFilters query={query} store={store} onChange={change} />
      {store.packages.rows && (
        <DataTable
          id="packages"
          what={text(messages.what)}
          counted={messages.counted}
          columns={columns}
          rows={store.packages.rows}
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as PackageQuery['sortBy'], descending })}
          empty={
            isFiltered(query) ? (
              <NothingFound query={query} onChange={change} />
            ) : project !== undefined ? (
              <EmptyState
                icon="folder"
                what={text(messages.noneInProject)}
                more={text(messages.noneInProjectMore)}
              />
            ) : (
              <EmptyConsole store={store} />
            )
          }
        />
      )}
    </PageFrame>
  );
});

import { Button, EmptyState, SearchField, useText } from '@lading/ui';
import { DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { readVersionQuery, type VersionQuery, versionQueryAddress } from '../query/versionQuery.ts';
import { messages } from './messages.ts';
import type { PackageStore } from './PackageStore.ts';
import { useVersionColumns } from './useVersionColumns.tsx';

/** The versions of a package, newest first unless the address says otherwise. */
export const VersionList = observer(function VersionList(props: { packageId: string; store: PackageStore }) {
  const { packageId, store } = props;
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => readVersionQuery(search), [search]);
  const columns = useVersionColumns(packageId);
  const helpId = useId();
  const { versions } = store;

  useEffect(() => versions.show(query), [versions, query]);

  const change = (changed: Partial<VersionQuery>) => {
    void navigate({ search: versionQueryAddress({ ...query, ...changed }) }, { replace: true });
  };
  const filtered = query.name !== '' || query.ignorePreRelease;
  return (
    <>
      <div className="packages-bar">
        <h2>{text(messages.versions)}</h2>
        <label title={text(messages.semverOnly)}>
          <input
            type="checkbox"
            checked={query.ignorePreRelease}
            aria-describedby={helpId}
            onChange={(event) => change({ ignorePreRelease: event.target.checked })}
          />
          {text(messages.releasesOnly)}
        </label>
        <span id={helpId} className={query.ignorePreRelease ? 'ld-soft' : 'ld-hidden'}>
          {text(messages.semverOnly)}
        </span>
        <SearchField
          label={text(messages.filterVersions)}
          value={query.name}
          onChange={(name) => change({ name })}
        />
      </div>
      {versions.rows && (
        <DataTable
          id="versions"
          what={text(messages.what)}
          counted={messages.counted}
          columns={columns}
          rows={versions.rows}
          sort={{ key: query.sortBy, descending: query.descending }}
          onSort={({ key, descending }) => change({ sortBy: key as VersionQuery['sortBy'], descending })}
          empty={
            <EmptyState icon="tag" what={text(filtered ? messages.noVersion : messages.pending)}>
              {filtered && (
                <Button
                  label={text(messages.clearFilters)}
                  onClick={() => change({ name: '', ignorePreRelease: false })}
                />
              )}
            </EmptyState>
          }
        />
      )}
    </>
  );
});

import { EmptyState, PageFrame, useShell, useStyles, useText } from '@lading/ui';
import { DataTable } from '@lading/ui/table';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { refusalOf } from '../query/refusal.ts';
import { BLANK, madeSearch, type SearchModel } from '../query/searchModel.ts';
import { ArtifactFilters } from './ArtifactFilters.tsx';
import { ArtifactsStore } from './ArtifactsStore.ts';
import {
  type ArtifactQuery,
  type ArtifactSortKey,
  artifactAddress,
  readArtifactQuery,
} from './artifactQuery.ts';
import css from './artifacts.css?inline';
import { exportAddress } from './artifactsApi.ts';
import { messages } from './messages.ts';
import { NothingFound } from './NothingFound.tsx';
import { useArtifactColumns } from './useArtifactColumns.tsx';

/** Searches artifacts with the filters in the URL. */
export const ArtifactsPage = observer(function ArtifactsPage() {
  useStyles(css);
  const shell = useShell();
  const text = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [store] = useState(() => new ArtifactsStore(shell.http));
  const { settled, value } = store.abilities;
  const { archiveIndexing } = value;
  const project = shell.project.current;
  const query = useMemo(
    () => readArtifactQuery(search, { archiveIndexing, project }),
    [search, archiveIndexing, project],
  );
  const refused = refusalOf(query.kind, query.model);
  // The search inside archives depends on the available abilities.
  const waits = !settled && query.model.searchType !== '';
  const columns = useArtifactColumns(query.kind);

  useEffect(() => {
    void store.abilities.need();
    return () => store.dispose();
  }, [store]);
  useEffect(() => {
    if (!refused && !waits) store.artifacts.show(query);
  }, [store, query, refused, waits]);

  const change = (changed: Partial<ArtifactQuery>, replace = false) => {
    const to = artifactAddress({ ...query, ...changed });
    void navigate({ pathname: '/artifactSearchResults', search: to }, { replace });
  };
  const make = (model: SearchModel) => {
    shell.searches.add(madeSearch('artifacts', model));
    change({ model });
  };
  const { rows } = store.artifacts;
  return (
    <PageFrame full heading={text(messages.heading)}>
      <ArtifactFilters
        // A new URL resets the draft.
        key={artifactAddress({ ...query, sortBy: 'name', descending: false })}
        query={query}
        archiveIndexing={archiveIndexing}
        onSearch={make}
        onClear={() => change({ model: { ...BLANK, searchType: query.model.searchType } })}
      />
      {refused ? (
        <EmptyState icon="search" what={text(messages.start)} more={text(messages.startMore)} />
      ) : (
        <>
          {store.capped && rows && rows.length > 0 && (
            <p className="search-capped" role="status">
              {text(messages.capped)}
            </p>
          )}
          {rows && (
            <DataTable
              id={query.kind === 'archive' ? 'entries' : 'artifacts'}
              what={text(messages.what)}
              counted={messages.counted}
              columns={columns}
              rows={rows}
              exportUrl={(format) => exportAddress(query, format)}
              {...(query.kind === 'archive'
                ? {}
                : {
                    sort: { key: query.sortBy, descending: query.descending },
                    onSort: ({ key, descending }) => change({ sortBy: key as ArtifactSortKey, descending }),
                  })}
              empty={<NothingFound query={query} capped={store.capped} onSearch={make} />}
            />
          )}
        </>
      )}
    </PageFrame>
  );
});

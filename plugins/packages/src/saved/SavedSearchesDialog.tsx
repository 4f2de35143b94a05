import { Button, Dialog, FetchedView, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PackageQuery } from '../query/packageQuery.ts';
import { messages } from './messages.ts';
import { SavedSearchesStore } from './SavedSearchesStore.ts';
import { SavedSearchRow } from './SavedSearchRow.tsx';
import { SaveForm } from './SaveForm.tsx';
import css from './saved.css?inline';
import { describeQuery, savedQuery } from './savedQuery.ts';

interface Props {
  /** The current search of the list. */
  readonly query: PackageQuery;
  readonly onClose: () => void;
}

/** Saves the current search, and lists the saved ones. */
export const SavedSearchesDialog = observer(function SavedSearchesDialog({ query, onClose }: Props) {
  useStyles(css);
  const { http, project } = useShell();
  const text = useText();
  const [store] = useState(() => new SavedSearchesStore(http, project.current));
  useEffect(() => () => store.saved.dispose(), [store]);
  const current = savedQuery(query);
  // The previous value is kept during a request, so that open forms are kept.
  const saved = store.saved.value;
  return (
    <Dialog title={text(messages.heading)} onCancel={onClose}>
      <div className="packages-saved">
        {describeQuery(current) === '' ? (
          <p className="ld-soft">{text(messages.noSearch)}</p>
        ) : (
          <SaveForm store={store} query={current} projects={saved?.projects ?? []} />
        )}
        {saved ? (
          <>
            {saved.searches.length === 0 && <p className="ld-soft">{text(messages.none)}</p>}
            <ul className="packages-saved__list">
              {saved.searches.map((search) => (
                <SavedSearchRow key={search.id} search={search} store={store} onOpen={onClose} />
              ))}
            </ul>
            {saved.more && <p role="status">{text(messages.more, { count: saved.searches.length })}</p>}
          </>
        ) : (
          <FetchedView fetched={store.saved} failure={text(messages.notLoaded)}>
            {() => null}
          </FetchedView>
        )}
      </div>
      <div className="packages-saved__buttons">
        <Button label={text(messages.close)} onClick={onClose} />
      </div>
    </Dialog>
  );
});

import type { SavedSearch } from '@lading/contract/rest';
import { Button, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';
import type { SavedSearchesStore } from './SavedSearchesStore.ts';
import { describeQuery } from './savedQuery.ts';

interface Props {
  readonly search: SavedSearch;
  readonly store: SavedSearchesStore;
  /** Called when the search is opened. */
  readonly onOpen: () => void;
}

/** A saved search: opens it, and lets its owner rename and delete it. */
export function SavedSearchRow({ search, store, onOpen }: Props) {
  const text = useText();
  const { modals } = useShell();
  const [renaming, setRenaming] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { id, name, query, project, author, problem } = search;
  const remove = async () => {
    const confirmed = await modals.confirm({
      title: text(messages.deleteTitle, { name }),
      text: project === null ? text(messages.deletePrivate) : text(messages.deleteShared, { project }),
      verb: text(messages.deleteVerb),
      danger: true,
    });
    if (!confirmed) return;
    setFailure(undefined);
    await store
      .delete(id)
      .catch((cause: Error) => setFailure(text(messages.deleteFailed, { cause: cause.message })));
  };
  return (
    <li className="packages-saved__row">
      <div className="packages-saved__main">
        <Link to={`/packages?${query}`} onClick={onOpen}>
          {name}
        </Link>
        <span className="packages-saved__search">{describeQuery(query)}</span>
        <span className="ld-soft">
          {project === null ? text(messages.private) : text(messages.shared, { project, author })}
        </span>
        {problem !== null && <FormFailure text={text(messages.problem, { cause: problem })} />}
        {failure !== undefined && <FormFailure text={failure} />}
        {renaming && <RenameForm search={search} store={store} onDone={() => setRenaming(false)} />}
      </div>
      {search.mayChange && !renaming && (
        <div className="packages-saved__buttons">
          <Button
            kind="quiet"
            icon="edit"
            iconOnly
            label={text(messages.rename, { name })}
            onClick={() => setRenaming(true)}
          />
          <Button
            kind="quiet"
            icon="remove"
            iconOnly
            label={text(messages.delete, { name })}
            onClick={() => void remove()}
          />
        </div>
      )}
    </li>
  );
}

function RenameForm({ search, store, onDone }: Omit<Props, 'onOpen'> & { readonly onDone: () => void }) {
  const text = useText();
  const [name, setName] = useState(search.name);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    try {
      await store.rename(search.id, name);
      onDone();
    } catch (error) {
      setFailure(text(messages.renameFailed, { cause: (error as Error).message }));
      setBusy(false);
    }
  };
  return (
    <form className="packages-saved__form" onSubmit={(event) => void rename(event)}>
      {failure !== undefined && <FormFailure text={failure} />}
      <TextField
        label={text(messages.newName)}
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
        inputRef={(input) => input?.focus()}
      />
      <div className="packages-saved__buttons">
        <Button type="submit" label={text(messages.renameVerb)} busy={busy} disabled={name.trim() === ''} />
        <Button kind="quiet" label={text(messages.cancel)} onClick={onDone} />
      </div>
    </form>
  );
}

import type { SavedSearches } from '@lading/contract/rest';
import { Button, FormFailure, SelectField, TextField, useText } from '@lading/ui';
import { type FormEvent, useState } from 'react';
import { messages } from './messages.ts';
import type { SavedSearchesStore } from './SavedSearchesStore.ts';
import { describeQuery } from './savedQuery.ts';

interface Props {
  readonly store: SavedSearchesStore;
  /** The current search, which is not empty. */
  readonly query: string;
  readonly projects: SavedSearches['projects'];
}

/** Saves the current search under a name. */
export function SaveForm({ store, query, projects }: Props) {
  const text = useText();
  const [name, setName] = useState('');
  const [project, setProject] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setFailure(undefined);
    try {
      await store.save({ name, query, ...(project ? { project } : {}) });
      setName('');
    } catch (error) {
      setFailure(text(messages.saveFailed, { cause: (error as Error).message }));
    }
    setBusy(false);
  };
  const choices = projects.map((each) => ({
    key: each.key,
    label: text(messages.members, { name: each.name }),
  }));
  return (
    <form className="packages-saved__form" onSubmit={(event) => void save(event)}>
      <p className="packages-saved__current">{text(messages.current, { search: describeQuery(query) })}</p>
      {failure !== undefined && <FormFailure text={failure} />}
      <TextField
        label={text(messages.name)}
        value={name}
        onChange={setName}
        maxLength={100}
        autoComplete="off"
      />
      {projects.length > 0 && (
        <SelectField
          label={text(messages.visibleTo)}
          value={project}
          options={[{ key: '', label: text(messages.onlyMe) }, ...choices]}
          onChange={setProject}
        />
      )}
      <Button
        kind="main"
        type="submit"
        label={text(messages.save)}
        busy={busy}
        disabled={name.trim() === ''}
      />
    </form>
  );
}

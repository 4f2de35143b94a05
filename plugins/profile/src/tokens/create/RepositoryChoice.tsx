import { FetchedView, SearchField, useFormats, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { messages } from './messages.ts';
import type { NewTokenStore } from './NewTokenStore.ts';

/** Maximum number of repositories listed; more are found by typing. */
const MOST_SHOWN = 200;

/** Selects the repositories that a token is limited to. */
export const RepositoryChoice = observer(function RepositoryChoice(props: { store: NewTokenStore }) {
  const { store } = props;
  const text = useText();
  return (
    <fieldset className="profile-choices">
      <legend>{text(messages.repositories)}</legend>
      <FetchedView fetched={store.repositoryKeys} failure={text(messages.repositoriesFailed)}>
        {(keys) => <Choice keys={keys} store={store} />}
      </FetchedView>
    </fieldset>
  );
});

const Choice = observer(function Choice(props: { keys: readonly string[]; store: NewTokenStore }) {
  const { keys, store } = props;
  const text = useText();
  const formats = useFormats();
  const [filter, setFilter] = useState('');
  const found = keys.filter((key) => key.includes(filter.trim().toLowerCase()));
  const shown = found.slice(0, MOST_SHOWN);
  const count = store.repositories.length;
  const counts = { shown: formats.count(shown.length), count: formats.count(found.length) };
  return (
    <>
      <SearchField label={text(messages.filter)} value={filter} onChange={setFilter} />
      <ul className="profile-repositories">
        {shown.map((key) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={store.repositories.includes(key)}
                onChange={() => store.toggleRepository(key)}
              />
              <span className="ld-mono">{key}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="profile-help" role="status">
        {count > 0 ? text(messages.chosen, { count: formats.count(count) }) : text(messages.repositoriesHelp)}
        {shown.length < found.length && ` ${text(messages.someShown, counts)}`}
      </p>
    </>
  );
});

import type { RepositorySummary } from '@lading/contract/rest';
import {
  Button,
  EmptyState,
  ErrorState,
  Fetched,
  SelectField,
  TextField,
  useShell,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { effectiveOfPath, effectiveOfUser } from '../paths.ts';
import { fetchRepositories } from '../repositories/repositoriesApi.ts';
import { AccessList } from './AccessList.tsx';
import { fetchPathAccess } from './effectiveApi.ts';
import { messages } from './messages.ts';

interface Place {
  readonly repository: string;
  readonly path: string;
}

/** Users who have permissions on a path. */
export const ByPath = observer(function ByPath({ repository, path }: Place) {
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Place>({ repository, path });
  const [all] = useState(
    () =>
      new Fetched<readonly RepositorySummary[]>([], (signal) => fetchRepositories(http, undefined, signal)),
  );
  useEffect(() => void all.need(), [all]);
  const keys = new Set([...all.value.map(({ key }) => key), ...(repository === '' ? [] : [repository])]);
  const go = (to: Place) => void navigate(effectiveOfPath(to.repository, to.path.trim()));
  return (
    <>
      <form
        className="admin-effective__form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          go(typed);
        }}
      >
        <SelectField
          label={text(messages.repository)}
          value={typed.repository}
          options={[
            { key: '', label: text(messages.choose) },
            ...[...keys].sort().map((key) => ({ key, label: key })),
          ]}
          onChange={(key) => setTyped({ ...typed, repository: key })}
        />
        <TextField
          label={text(messages.path)}
          help={text(messages.pathHelp)}
          autoComplete="off"
          spellCheck={false}
          value={typed.path}
          onChange={(value) => setTyped({ ...typed, path: value })}
        />
        <Button type="submit" label={text(messages.show)} />
      </form>
      {all.error && (
        <ErrorState
          what={text(messages.repositoriesFailed)}
          cause={all.error.message}
          onRetry={() => void all.fetch()}
        />
      )}
      {repository === '' && !all.error && (
        <EmptyState
          icon="database"
          what={text(messages.noRepository)}
          more={text(messages.noRepositoryMore)}
        />
      )}
      {repository !== '' && <UsersOfPath repository={repository} path={path} />}
    </>
  );
});

function UsersOfPath({ repository, path }: Place) {
  const text = useText();
  const [locked, setLocked] = useState(false);
  return (
    <>
      {locked && <p role="status">{text(messages.onlyAdministrators)}</p>}
      <AccessList
        id={`effective-users ${repository}/${path}`}
        title={messages.user}
        what={messages.users}
        counted={messages.countedUsers}
        filter={messages.filterUsers}
        empty={{ what: messages.noneHere, more: messages.noneHereMore }}
        to={effectiveOfUser}
        subject={(user) => ({ user, place: path === '' ? repository : `${repository}/${path}` })}
        fetch={async (http, part) => {
          const page = await fetchPathAccess(http, { repository, path }, part);
          setLocked(page.administrators_only);
          return {
            rows: page.users.map(({ user, actions }) => ({ name: user, actions })),
            next: page.cursor,
          };
        }}
      />
    </>
  );
}

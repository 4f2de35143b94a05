import { Button, EmptyState, TextField, useText } from '@lading/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { effectiveOfPath, effectiveOfUser } from '../paths.ts';
import { AccessList } from './AccessList.tsx';
import { fetchUserAccess } from './effectiveApi.ts';
import { messages } from './messages.ts';

const toPath = (repository: string) => effectiveOfPath(repository, '');

/** Repositories that a user has permissions on. */
export function ByUser({ user }: { user: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(user);
  return (
    <>
      <form
        className="admin-effective__form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void navigate(effectiveOfUser(typed.trim()));
        }}
      >
        <TextField
          label={text(messages.user)}
          help={text(messages.userHelp)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" label={text(messages.show)} />
      </form>
      {user === '' ? (
        <EmptyState icon="person" what={text(messages.noUser)} more={text(messages.noUserMore)} />
      ) : (
        <AccessList
          id={`effective-repositories ${user}`}
          title={messages.repository}
          what={messages.repositories}
          counted={messages.countedRepositories}
          filter={messages.filterRepositories}
          empty={{ what: messages.noneOf, more: messages.noneOfMore }}
          to={toPath}
          subject={(repository) => ({ user, place: repository })}
          fetch={async (http, part) => {
            const page = await fetchUserAccess(http, user, part);
            const rows = page.repositories.map(({ repository, actions }) => ({ name: repository, actions }));
            return { rows, next: page.cursor };
          }}
        />
      )}
    </>
  );
}

import type { UserDetails } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { USERS } from '../paths.ts';
import { messages } from './messages.ts';
import { UserForm } from './UserForm.tsx';
import { fetchUser } from './usersApi.ts';

/** A user that is to be, or one that is there: all that is known, to be changed. */
export function UserPage() {
  const { name } = useParams();
  const text = useText();
  return (
    <PageFrame above={[{ label: text(messages.users), to: USERS }]} heading={name ?? text(messages.create)}>
      {name === undefined ? <UserForm /> : <Existing key={name} name={name} />}
    </PageFrame>
  );
}

function Existing({ name }: { name: string }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () => new Fetched<UserDetails | undefined>(undefined, (signal) => fetchUser(http, name, signal)),
    [http, name],
  );
  return (
    <FetchedView fetched={fetched} failure={text(messages.failed)}>
      {(user) => user && <UserForm user={user} />}
    </FetchedView>
  );
}

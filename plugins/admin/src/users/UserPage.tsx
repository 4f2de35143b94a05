import { buttonClass, useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { Link, useParams } from 'react-router-dom';
import { messages as effective } from '../effective/messages.ts';
import { effectiveOfUser, USERS } from '../paths.ts';
import { messages } from './messages.ts';
import { UserForm } from './UserForm.tsx';
import { fetchUser } from './usersApi.ts';

/** Creates a user or edits an existing one. */
export function UserPage() {
  const { name } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.users), to: USERS }]}
      heading={name ?? text(messages.create)}
      id={name}
      fetch={name === undefined ? undefined : (signal) => fetchUser(http, name, signal)}
      failure={text(messages.failed)}
      actions={
        name !== undefined && (
          <Link className={buttonClass('plain')} to={effectiveOfUser(name)}>
            {text(effective.link)}
          </Link>
        )
      }
    >
      {(loaded) => <UserForm loaded={loaded} />}
    </EditPage>
  );
}

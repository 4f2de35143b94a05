import type { GroupSummary, UserDetails } from '@lading/contract/rest';
import { Fetched, PasswordField, TextField, useShell, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import {
  EditForm,
  FormStore,
  editMessages as formMessages,
  PickField,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchGroups } from '../groups/groupsApi.ts';
import { messages as listMessages } from '../list/messages.ts';
import { USERS } from '../paths.ts';
import { countPermissions } from '../permissions/permissionsApi.ts';
import { messages } from './messages.ts';
import { RightsFields } from './RightsFields.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { changeUser, createUser, deleteUser } from './usersApi.ts';
import { checkUser, NEW_USER, newUserOf, patchOf, userFieldOf, valuesOf } from './userValues.ts';

/** Without a loaded user: for a new one. */
export const UserForm = observer(function UserForm(props: { loaded?: Versioned<UserDetails> | undefined }) {
  const { loaded } = props;
  const user = loaded?.value;
  const { http, user: caller } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const existing = user !== undefined;
  const own = existing && user.username === caller.current?.name;
  const [store] = useState(
    () =>
      new FormStore(user ? valuesOf(user) : NEW_USER, {
        check: (values) => checkUser(values, existing),
        save: (values, before) =>
          loaded
            ? changeUser(http, loaded.value.username, patchOf(values, before), loaded.version)
            : createUser(http, newUserOf(values)),
        fieldOf: userFieldOf,
      }),
  );
  const [groups] = useState(
    () => new Fetched<readonly GroupSummary[]>([], (signal) => fetchGroups(http, signal)),
  );
  useEffect(() => void groups.need(), [groups]);
  const field = useFields(store);
  const { values } = store;
  const adminBy = groups.value
    .filter(({ group_name, admin_privileges }) => admin_privileges && values.groups.includes(group_name))
    .map(({ group_name }) => group_name);
  const lastSignIn = user?.last_logged_in ? <When date={user.last_logged_in} /> : text(listMessages.never);
  const name = user?.username ?? values.username.trim();
  const remove = useDelete({
    name,
    back: USERS,
    consequence: async () =>
      text(messages.deleteUser, {
        groups: user?.groups.length ?? 0,
        permissions: await countPermissions(http, 'users', name),
      }),
    remove: () => deleteUser(http, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      verb={text(existing ? formMessages.save : messages.verb)}
      cancel={USERS}
      saved={text(existing ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => void navigate(USERS)}
      {...(existing && !own ? { onDelete: () => void remove() } : {})}
    >
      {user ? (
        <Facts
          facts={[
            [text(messages.realm), user.realm],
            [text(messages.lastSignIn), lastSignIn],
            [text(messages.mfa), <SecondFactor key="mfa" user={user} />],
          ]}
        />
      ) : (
        <TextField
          {...field('username', text(messages.name))}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          help={text(messages.nameHelp)}
        />
      )}
      <TextField {...field('email', text(messages.email))} type="email" autoComplete="off" />
      {!values.internal_password_disabled && (
        <div>
          <PasswordField
            {...field('password', text(existing ? messages.newPassword : messages.password))}
            autoComplete="new-password"
            required={!existing}
          />
          {existing && <p className="ld-field__help">{text(messages.newPasswordHelp)}</p>}
        </div>
      )}
      <PickField
        {...field('groups', text(messages.groups))}
        options={{
          value: groups.value.map(({ group_name }) => group_name),
          status: groups.status,
          error: groups.error,
          need: () => groups.need(),
        }}
      />
      <RightsFields store={store} adminBy={adminBy} own={own} />
    </EditForm>
  );
});

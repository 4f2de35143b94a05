import type { GroupSummary, UserDetails } from '@lading/contract/rest';
import { Fetched, PasswordField, TextField, useShell, useText, When } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Facts } from '../facts/Facts.tsx';
import { EditForm } from '../form/EditForm.tsx';
import { FormStore } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { PickField } from '../form/PickField.tsx';
import { useDelete } from '../form/useDelete.ts';
import { useFault } from '../form/useFault.ts';
import { fetchGroups } from '../groups/groupsApi.ts';
import { messages as listMessages } from '../list/messages.ts';
import { USERS } from '../paths.ts';
import { fetchPermissions } from '../permissions/permissionsApi.ts';
import { messages } from './messages.ts';
import { RightsFields } from './RightsFields.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { changeUser, createUser, deleteUser } from './usersApi.ts';
import { checkUser, NEW_USER, newUserOf, patchOf, userFieldOf, valuesOf } from './userValues.ts';

/** Without a user: for a new one. */
export const UserForm = observer(function UserForm({ user }: { user?: UserDetails }) {
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
  const navigate = useNavigate();
  const existing = user !== undefined;
  const [store] = useState(
    () =>
      new FormStore(user ? valuesOf(user) : NEW_USER, {
        check: (values) => checkUser(values, existing),
        save: (values, before) =>
          existing
            ? changeUser(http, user.username, patchOf(values, before))
            : createUser(http, newUserOf(values)),
        fieldOf: userFieldOf,
      }),
  );
  const [groups] = useState(
    () => new Fetched<readonly GroupSummary[]>([], (signal) => fetchGroups(http, signal)),
  );
  useEffect(() => void groups.need(), [groups]);
  const { values, faults } = store;
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
        permissions: (await fetchPermissions(http)).filter(({ users }) => users.includes(name)).length,
      }),
    remove: () => deleteUser(http, name),
    onRemoved: () => store.forget(),
  });
  const onSaved = () => {
    notifications.success(text(existing ? formMessages.saved : formMessages.created, { name }));
    void navigate(USERS);
  };
  return (
    <EditForm
      store={store}
      labels={{
        username: text(messages.name),
        email: text(messages.email),
        password: text(messages.password),
        groups: text(messages.groups),
      }}
      verb={text(existing ? formMessages.save : messages.verb)}
      back={USERS}
      onSaved={onSaved}
      {...(existing ? { onDelete: () => void remove() } : {})}
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
          label={text(messages.name)}
          name="username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={values.username}
          onChange={(username) => store.set('username', username)}
          onBlur={() => store.leave('username')}
          error={say(faults.username)}
          help={text(messages.nameHelp)}
        />
      )}
      <TextField
        label={text(messages.email)}
        name="email"
        type="email"
        autoComplete="off"
        value={values.email}
        onChange={(email) => store.set('email', email)}
        onBlur={() => store.leave('email')}
        error={say(faults.email)}
      />
      {!values.internal_password_disabled && (
        <div>
          <PasswordField
            label={text(existing ? messages.newPassword : messages.password)}
            name="password"
            autoComplete="new-password"
            required={!existing}
            value={values.password}
            onChange={(password) => store.set('password', password)}
            error={say(faults.password)}
          />
          {existing && <p className="ld-field__help">{text(messages.newPasswordHelp)}</p>}
        </div>
      )}
      <PickField
        label={text(messages.groups)}
        name="groups"
        chosen={values.groups}
        options={{
          value: groups.value.map(({ group_name }) => group_name),
          status: groups.status,
          error: groups.error,
          need: () => groups.need(),
        }}
        onChange={(chosen) => store.set('groups', chosen)}
        error={say(faults.groups)}
      />
      <RightsFields store={store} adminBy={adminBy} />
    </EditForm>
  );
});

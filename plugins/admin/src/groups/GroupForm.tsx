import type { GroupDetails } from '@lading/contract/rest';
import { Fetched, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CheckField } from '../form/CheckField.tsx';
import { EditForm } from '../form/EditForm.tsx';
import { FormStore } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { PickField } from '../form/PickField.tsx';
import { useDelete } from '../form/useDelete.ts';
import { useFault } from '../form/useFault.ts';
import { GROUPS } from '../paths.ts';
import { fetchPermissions } from '../permissions/permissionsApi.ts';
import { fetchUsers } from '../users/usersApi.ts';
import { changeGroup, createGroup, deleteGroup } from './groupsApi.ts';
import { checkGroup, groupFieldOf, NEW_GROUP, newGroupOf, patchOf } from './groupValues.ts';
import { messages } from './messages.ts';

/** Without a group: for a new one. */
export const GroupForm = observer(function GroupForm({ group }: { group?: GroupDetails }) {
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
  const navigate = useNavigate();
  const existing = group !== undefined;
  const [store] = useState(
    () =>
      new FormStore(group ?? NEW_GROUP, {
        check: checkGroup,
        save: (values, before) =>
          existing
            ? changeGroup(http, group.name, patchOf(values, before))
            : createGroup(http, newGroupOf(values)),
        fieldOf: groupFieldOf,
      }),
  );
  const [users] = useState(
    () =>
      new Fetched<readonly string[]>([], async (signal) =>
        (await fetchUsers(http, signal)).map(({ username }) => username),
      ),
  );
  const { values, faults } = store;
  const name = values.name.trim();
  const remove = useDelete({
    name,
    back: GROUPS,
    consequence: async () =>
      text(messages.deleteGroup, {
        count: group?.members.length ?? 0,
        permissions: (await fetchPermissions(http)).filter((each) => each.groups.includes(name)).length,
      }),
    remove: () => deleteGroup(http, name),
    onRemoved: () => store.forget(),
  });
  const onSaved = () => {
    notifications.success(text(existing ? formMessages.saved : formMessages.created, { name }));
    void navigate(GROUPS);
  };
  return (
    <EditForm
      store={store}
      labels={{
        name: text(messages.name),
        description: text(messages.description),
        members: text(messages.members),
      }}
      verb={text(existing ? formMessages.save : messages.verb)}
      back={GROUPS}
      onSaved={onSaved}
      {...(existing ? { onDelete: () => void remove() } : {})}
    >
      {!existing && (
        <TextField
          label={text(messages.name)}
          name="name"
          required
          autoComplete="off"
          spellCheck={false}
          value={values.name}
          onChange={(typed) => store.set('name', typed)}
          onBlur={() => store.leave('name')}
          error={say(faults.name)}
          help={text(messages.nameHelp)}
        />
      )}
      <TextField
        label={text(messages.description)}
        name="description"
        value={values.description}
        onChange={(description) => store.set('description', description)}
        onBlur={() => store.leave('description')}
        error={say(faults.description)}
      />
      <PickField
        label={text(messages.members)}
        name="members"
        chosen={values.members}
        options={users}
        onChange={(chosen) => store.set('members', chosen)}
        error={say(faults.members)}
      />
      <CheckField
        label={text(messages.autoJoin)}
        name="auto_join"
        value={values.auto_join}
        onChange={(joins) => store.set('auto_join', joins)}
        help={text(messages.autoJoinHelp)}
      />
      <CheckField
        label={text(messages.adminsField)}
        name="admin_privileges"
        value={values.admin_privileges}
        onChange={(admins) => store.set('admin_privileges', admins)}
        help={text(messages.adminsHelp)}
      />
    </EditForm>
  );
});

import type { Http } from '@lading/contract';
import type { GroupDetails } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  FormStore,
  editMessages as formMessages,
  NameField,
  PickField,
  SearchedOptions,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { GROUPS } from '../paths.ts';
import { countPermissions } from '../permissions/permissionsApi.ts';
import { findUserNames } from '../users/usersApi.ts';
import { changeGroup, changeMembers, createGroup, deleteGroup } from './groupsApi.ts';
import {
  checkGroup,
  type GroupValues,
  groupFieldOf,
  membersChangeOf,
  NEW_GROUP,
  newGroupOf,
  patchOf,
} from './groupValues.ts';
import { messages } from './messages.ts';

/** Without a group: for a new one. */
export const GroupForm = observer(function GroupForm({
  loaded,
}: {
  loaded?: Versioned<GroupDetails> | undefined;
}) {
  const group = loaded?.value;
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const existing = group !== undefined;
  const [store] = useState(
    () =>
      new FormStore(group ?? NEW_GROUP, {
        check: checkGroup,
        save: async (values, before) => {
          if (existing) await saveChanges(http, loaded?.version, values, before);
          else await createGroup(http, newGroupOf(values));
        },
        fieldOf: groupFieldOf,
      }),
  );
  const [users] = useState(() => new SearchedOptions((typed, signal) => findUserNames(http, typed, signal)));
  const field = useFields(store);
  const { values } = store;
  const name = values.name.trim();
  const remove = useDelete({
    name,
    back: GROUPS,
    consequence: async () =>
      text(messages.deleteGroup, {
        count: group?.members.length ?? 0,
        permissions: await countPermissions(http, 'groups', name),
      }),
    remove: () => deleteGroup(http, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      verb={text(existing ? formMessages.save : messages.verb)}
      cancel={GROUPS}
      saved={text(existing ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => void navigate(GROUPS)}
      {...(existing ? { onDelete: () => void remove() } : {})}
    >
      {!existing && <NameField {...field('name', text(messages.name))} help={text(messages.nameHelp)} />}
      <TextField {...field('description', text(messages.description))} />
      <PickField {...field('members', text(messages.members))} options={users} />
      <CheckField {...field('auto_join', text(messages.autoJoin))} help={text(messages.autoJoinHelp)} />
      <CheckField
        {...field('admin_privileges', text(messages.adminsField))}
        help={text(messages.adminsHelp)}
      />
    </EditForm>
  );
});

/**
 * Saves with one request, all or nothing. The version covers the members, so that the whole list
 * does not undo changes of other administrators.
 */
async function saveChanges(
  http: Http,
  version: string | undefined,
  values: GroupValues,
  before: GroupValues,
): Promise<void> {
  const { name } = before;
  const change = membersChangeOf(values, before);
  const isMembersChanged = change.add.length + change.remove.length > 0;
  const patch = patchOf(values, before);
  if (Object.keys(patch).length > 0) {
    const members = isMembersChanged ? { members: [...values.members] } : {};
    await changeGroup(http, name, { ...patch, ...members }, version);
  } else if (isMembersChanged) await changeMembers(http, name, change, version);
}

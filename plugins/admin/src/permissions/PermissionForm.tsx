import type { Permission } from '@lading/contract/rest';
import { TextField, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { EditForm } from '../form/EditForm.tsx';
import { FormStore } from '../form/FormStore.ts';
import { messages as formMessages } from '../form/messages.ts';
import { useDelete } from '../form/useDelete.ts';
import { useFault } from '../form/useFault.ts';
import { PERMISSIONS } from '../paths.ts';
import { BuildsField } from './BuildsField.tsx';
import { GrantsField } from './GrantsField.tsx';
import { messages } from './messages.ts';
import css from './permissions.css?inline';
import { changePermission, createPermission, deletePermission } from './permissionsApi.ts';
import {
  checkPermission,
  type Grant,
  NEW_PERMISSION,
  permissionFieldOf,
  permissionOf,
  valuesOf,
} from './permissionValues.ts';
import { TargetsField } from './TargetsField.tsx';

/** Without a permission: for a new one. */
export const PermissionForm = observer(function PermissionForm({ permission }: { permission?: Permission }) {
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const say = useFault();
  const navigate = useNavigate();
  const existing = permission !== undefined;
  const [store] = useState(
    () =>
      new FormStore(permission ? valuesOf(permission) : NEW_PERMISSION, {
        check: checkPermission,
        save: (values, before) =>
          (existing ? changePermission : createPermission)(http, permissionOf(values, before)),
        fieldOf: permissionFieldOf,
      }),
  );
  const { values, saved, faults } = store;
  const name = values.name.trim();
  const remove = useDelete({
    name,
    back: PERMISSIONS,
    consequence: () =>
      text(messages.deletePermission, {
        users: namesOf(saved.users, saved.buildUsers),
        groups: namesOf(saved.groups, saved.buildGroups),
        repositories: saved.targets.length,
      }),
    remove: () => deletePermission(http, name),
    onRemoved: () => store.forget(),
  });
  const onSaved = () => {
    notifications.success(text(existing ? formMessages.saved : formMessages.created, { name }));
    void navigate(PERMISSIONS);
  };
  return (
    <EditForm
      store={store}
      labels={{ name: text(messages.name), targets: text(messages.repositories) }}
      verb={text(existing ? formMessages.save : messages.verb)}
      back={PERMISSIONS}
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
      <h2>{text(messages.where)}</h2>
      <TargetsField store={store} />
      <GrantsField store={store} />
      <BuildsField store={store} />
    </EditForm>
  );
});

function namesOf(...grants: (readonly Grant[])[]): number {
  return new Set(grants.flat().map(({ name }) => name)).size;
}

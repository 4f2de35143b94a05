import type { Permission } from '@lading/contract/rest';
import { useShell, useStyles, useText } from '@lading/ui';
import {
  EditForm,
  FormStore,
  editMessages as formMessages,
  NameField,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PERMISSIONS } from '../paths.ts';
import { BuildsField } from './BuildsField.tsx';
import { BundlesField } from './BundlesField.tsx';
import { EffectPreview } from './EffectPreview.tsx';
import { GrantsField } from './GrantsField.tsx';
import { messages } from './messages.ts';
import css from './permissions.css?inline';
import { changePermission, createPermission, deletePermission, grantRequest } from './permissionsApi.ts';
import {
  checkPermission,
  type Grant,
  NEW_PERMISSION,
  permissionFieldOf,
  permissionOf,
  valuesOf,
} from './permissionValues.ts';
import { requestOf } from './requestOf.ts';
import { TargetsField } from './TargetsField.tsx';

/** Without a loaded permission: for a new one. */
export const PermissionForm = observer(function PermissionForm({
  loaded,
}: {
  loaded?: Versioned<Permission> | undefined;
}) {
  const permission = loaded?.value;
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const existing = permission !== undefined;
  const [asked] = useState(() => (existing ? undefined : requestOf(query)));
  const grantAsked = async (id: string) => {
    try {
      await grantRequest(http, id);
    } catch (cause) {
      // The permission is created: saving again would fail.
      notifications.error(text(messages.requestStays, { cause: (cause as Error).message }));
    }
  };
  const [store] = useState(
    () =>
      new FormStore(permission ? valuesOf(permission) : (asked?.values ?? NEW_PERMISSION), {
        check: checkPermission,
        save: async (values, before) => {
          const wanted = permissionOf(values, before);
          await (loaded ? changePermission(http, wanted, loaded.version) : createPermission(http, wanted));
          if (asked) await grantAsked(asked.id);
        },
        fieldOf: permissionFieldOf,
      }),
  );
  const field = useFields(store);
  const { values, saved } = store;
  const name = values.name.trim();
  const remove = useDelete({
    name,
    back: PERMISSIONS,
    consequence: () =>
      text(messages.deletePermission, {
        users: namesOf(saved.users, saved.buildUsers, saved.bundleUsers),
        groups: namesOf(saved.groups, saved.buildGroups, saved.bundleGroups),
        repositories: saved.targets.length,
      }),
    remove: () => deletePermission(http, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <EditForm
      store={store}
      verb={text(existing ? formMessages.save : messages.verb)}
      cancel={PERMISSIONS}
      saved={text(existing ? formMessages.saved : formMessages.created, { name })}
      onSaved={() => void navigate(PERMISSIONS)}
      {...(existing ? { onDelete: () => void remove() } : {})}
    >
      {!existing && <NameField {...field('name', text(messages.name))} help={text(messages.nameHelp)} />}
      <h2>{text(messages.where)}</h2>
      <TargetsField store={store} />
      <GrantsField store={store} />
      <BuildsField store={store} />
      <BundlesField store={store} />
      <EffectPreview store={store} />
    </EditForm>
  );
});

function namesOf(...grants: (readonly Grant[])[]): number {
  return new Set(grants.flat().map(({ name }) => name)).size;
}

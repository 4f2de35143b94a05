import type { ProjectRole } from '@lading/contract/rest';
import { SelectField, TextField, useText } from '@lading/ui';
import { EditForm, editMessages, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { MemberRow } from './memberRows.ts';
import { messages } from './messages.ts';
import { ROLES } from './roles.ts';

export interface NewMember {
  readonly kind: MemberRow['kind'];
  readonly name: string;
  readonly role: ProjectRole;
}

interface Props {
  /** Throws `HttpFailure`. */
  readonly onAdd: (member: NewMember) => Promise<void>;
  readonly onClose: () => void;
}

/** Adds a user or a group with a role. */
export const MemberForm = observer(function MemberForm({ onAdd, onClose }: Props) {
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<NewMember>(
        { name: '', kind: 'user', role: 'Developer' },
        {
          check: ({ name }) => (name.trim() === '' ? { name: { message: editMessages.missing } } : {}),
          save: (member) => onAdd({ ...member, name: member.name.trim() }),
        },
      ),
  );
  const field = useFields(store);
  return (
    <EditForm
      inDialog
      store={store}
      verb={text(messages.add)}
      saved={text(messages.added, { name: store.values.name.trim() })}
      onSaved={onClose}
      cancel={onClose}
    >
      <SelectField
        {...field('kind', text(messages.kind))}
        options={[
          { key: 'user', label: text(messages.user) },
          { key: 'group', label: text(messages.group) },
        ]}
      />
      <TextField {...field('name', text(messages.name))} required spellCheck={false} autoComplete="off" />
      <SelectField
        {...field('role', text(messages.role))}
        options={ROLES.map((role) => ({ key: role, label: role }))}
        help={text(messages.roleHelp)}
      />
    </EditForm>
  );
});

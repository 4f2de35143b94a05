import { HttpFailure } from '@lading/contract';
import { SelectField, TextField, useText } from '@lading/ui';
import { EditForm, editMessages, type FieldErrors, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { MemberRow } from './memberRows.ts';
import { messages } from './messages.ts';
import { RolesField } from './RolesField.tsx';

/** A new member is one already: its roles are changed by Edit, never replaced by Add. */
export class AlreadyMember extends HttpFailure {
  constructor(message: string) {
    super(409, message);
  }
}

interface Props {
  /** The member whose roles are changed. Absent: a new one. */
  readonly member?: MemberRow;
  /** Throws `HttpFailure`. */
  readonly onSave: (member: MemberRow) => Promise<void>;
  readonly onClose: () => void;
}

const NEW: MemberRow = { name: '', kind: 'user', roles: ['Developer'] };

/** Adds a user or a group with roles, or changes the roles of a member. */
export const MemberForm = observer(function MemberForm({ member, onSave, onClose }: Props) {
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<MemberRow>(member ?? NEW, {
        check,
        save: (values) => onSave({ ...values, name: values.name.trim() }),
        fieldOf: (failure) => (failure instanceof AlreadyMember ? 'name' : undefined),
      }),
  );
  const field = useFields(store);
  const name = store.values.name.trim();
  return (
    <EditForm
      inDialog
      store={store}
      verb={text(member ? editMessages.save : messages.add)}
      saved={text(member ? messages.changed : messages.added, { name })}
      onSaved={onClose}
      cancel={onClose}
    >
      {!member && (
        <>
          <SelectField
            {...field('kind', text(messages.kind))}
            options={[
              { key: 'user', label: text(messages.user) },
              { key: 'group', label: text(messages.group) },
            ]}
          />
          <TextField {...field('name', text(messages.name))} required spellCheck={false} autoComplete="off" />
        </>
      )}
      <RolesField {...field('roles', text(messages.roles))} />
    </EditForm>
  );
});

function check({ name, roles }: MemberRow): FieldErrors<MemberRow> {
  return {
    ...(name.trim() === '' ? { name: { message: editMessages.missing } } : {}),
    ...(roles.length === 0 ? { roles: { message: messages.noRole } } : {}),
  };
}

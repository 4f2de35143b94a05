import { Button, FormFailure, SelectField, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef } from 'react';
import type { MembersStore } from './MembersStore.ts';
import { messages } from './messages.ts';
import { ROLES } from './roles.ts';

/** A user or a group in a role. */
export const MemberForm = observer(function MemberForm(props: { store: MembersStore; onClose: () => void }) {
  const { store, onClose } = props;
  const { notifications } = useShell();
  const text = useText();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.add()) {
      notifications.success(text(messages.added, { name: store.name.trim() }));
      onClose();
    } else field.current?.focus();
  };
  return (
    <form className="project-form" noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
      {store.refusal !== undefined && <FormFailure text={store.refusal} />}
      <SelectField
        label={text(messages.kind)}
        value={store.kind}
        options={[
          { key: 'user', label: text(messages.user) },
          { key: 'group', label: text(messages.group) },
        ]}
        onChange={(kind) => store.fill({ kind })}
      />
      <TextField
        label={text(messages.name)}
        required
        spellCheck={false}
        autoComplete="off"
        value={store.name}
        onChange={(name) => store.fill({ name })}
        error={store.nameMissing ? text(messages.nameMissing) : undefined}
        inputRef={field}
      />
      <SelectField
        label={text(messages.role)}
        value={store.role}
        options={ROLES.map((role) => ({ key: role, label: role }))}
        onChange={(role) => store.fill({ role })}
        help={text(messages.roleHelp)}
      />
      <div className="project-buttons">
        <Button type="submit" kind="main" label={text(messages.add)} busy={store.busy} />
        <Button label={text(messages.cancel)} onClick={onClose} />
      </div>
    </form>
  );
});

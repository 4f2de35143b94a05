import { Button, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useRef } from 'react';
import type { ProfileStore } from '../page/ProfileStore.ts';
import type { DetailsStore } from './DetailsStore.ts';
import { messages } from './messages.ts';

/** Form for the email address, editable while the profile is unlocked. */
export const DetailsForm = observer(function DetailsForm(props: {
  profile: ProfileStore;
  store: DetailsStore;
}) {
  const { profile, store } = props;
  const text = useText();
  const { notifications } = useShell();
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.save()) notifications.success(text(messages.saved));
    else field.current?.focus();
  };
  return (
    <form className="profile-form" noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
      {store.failure !== undefined && <FormFailure text={store.failure} />}
      <TextField
        label={text(messages.email)}
        type="email"
        autoComplete="email"
        spellCheck={false}
        readOnly={!profile.unlocked}
        value={store.email}
        onChange={(value) => store.type(value)}
        onBlur={() => store.check()}
        error={store.wrong ? text(messages.badEmail) : undefined}
        help={profile.unlocked ? text(messages.emailHelp) : undefined}
        inputRef={field}
      />
      <div className="profile-buttons">
        <Button
          type="submit"
          kind="main"
          label={text(messages.save)}
          busy={store.busy}
          disabled={!profile.unlocked || !store.dirty}
        />
      </div>
    </form>
  );
});

import { Button, FormFailure, PasswordField, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useRef, useState } from 'react';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { messages } from './messages.ts';

/**
 * Prompts for the password before showing or changing data that a session alone does not grant
 * access to.
 */
export const UnlockForm = observer(function UnlockForm(props: { store: ProfileStore }) {
  const text = useText();
  if (props.store.unlocked) return null;
  return (
    <section className="profile-unlock" aria-label={text(messages.heading)}>
      {props.store.passwordElsewhere ? (
        <SignInAgain store={props.store} />
      ) : (
        <PasswordForm store={props.store} />
      )}
    </section>
  );
});

const PasswordForm = observer(function PasswordForm(props: { store: ProfileStore }) {
  const { store } = props;
  const text = useText();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(undefined);
    setMissing(password === '');
    if (password === '') return field.current?.focus();
    setBusy(true);
    const outcome = await store.unlock(password);
    setBusy(false);
    if (outcome.done) return;
    setFailure(outcome.cause);
    field.current?.select();
  };

  return (
    <form noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <p>{text(messages.why)}</p>
      {failure !== undefined && <FormFailure text={failure} />}
      {/* Password managers need the user name that belongs to the password. */}
      <input hidden readOnly autoComplete="username" value={store.profile?.user.name ?? ''} />
      <div className="profile-line">
        <PasswordField
          label={text(messages.password)}
          autoComplete="current-password"
          required
          value={password}
          onChange={(value) => {
            setPassword(value);
            setMissing(false);
          }}
          error={missing ? text(messages.missing) : undefined}
          inputRef={field}
        />
        <Button type="submit" kind="main" icon="lock" label={text(messages.submit)} busy={busy} />
      </div>
    </form>
  );
});

/** The platform requires a recent sign-in; the shell shows its dialog over the page. */
function SignInAgain(props: { store: ProfileStore }) {
  const text = useText();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const unlock = async () => {
    setFailure(undefined);
    setBusy(true);
    const outcome = await props.store.unlock('');
    setBusy(false);
    if (!outcome.done) setFailure(outcome.cause);
  };
  return (
    <>
      <p>{text(messages.elsewhere)}</p>
      {failure !== undefined && <FormFailure text={failure} />}
      <Button label={text(messages.signInAgain)} busy={busy} onClick={() => void unlock()} />
    </>
  );
}

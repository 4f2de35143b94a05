import { Button, PasswordField, TextField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { FormFailure } from '../form/FormFailure.tsx';
import css from '../form/form.css?inline';
import { messages as formMessages } from '../form/messages.ts';
import { messages } from './messages.ts';
import type { SignInStore } from './SignInStore.ts';

interface Props {
  readonly store: SignInStore;
  /**
   * Called after a correct password; the sign-in step determines what follows. The form stays busy
   * until the promise settles.
   */
  readonly onRight: () => Promise<void> | void;
  /** Rendered next to the label of the password field. */
  readonly aside?: ReactNode;
  /** Rendered next to the submit button. */
  readonly children?: ReactNode;
}

/** Form for user name and password. Shows errors at the fields. */
export const SignInForm = observer(function SignInForm(props: Props) {
  useStyles(css);
  const { store, onRight, aside, children } = props;
  const text = useText();
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => (store.user === '' ? user : password).current?.focus(), [store]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (store.busy) return;
    await store.submit();
    if (store.login.step === 'signedOut') (store.userMissing ? user : password).current?.focus();
    else await onRight();
  };

  return (
    <form className="auth-form" noValidate onSubmit={(event) => void submit(event)} aria-busy={store.busy}>
      {store.failure !== undefined && <FormFailure text={store.failure || text(formMessages.noAnswer)} />}
      <TextField
        label={text(formMessages.user)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        value={store.user}
        onChange={(value) => store.typeUser(value)}
        error={store.userMissing ? text(formMessages.userMissing) : undefined}
        inputRef={user}
      />
      <PasswordField
        label={text(formMessages.password)}
        aside={aside}
        name="password"
        autoComplete="current-password"
        aria-required
        value={store.password}
        onChange={(value) => store.typePassword(value)}
        error={store.passwordMissing ? text(formMessages.passwordMissing) : undefined}
        inputRef={password}
      />
      {store.canRemember && (
        <label className="auth-remember">
          <input
            type="checkbox"
            name="remember"
            checked={store.remember}
            onChange={(event) => store.setRemember(event.target.checked)}
          />
          {text(messages.remember)}
        </label>
      )}
      <div className="auth-buttons">
        <Button type="submit" kind="main" label={text(messages.submit)} busy={store.busy} />
        {children}
      </div>
    </form>
  );
});

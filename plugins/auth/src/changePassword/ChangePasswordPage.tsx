import { Button, PasswordField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { ChangePasswordStore, type PasswordKey } from './ChangePasswordStore.ts';
import { messages } from './messages.ts';

const FIELDS = [
  { key: 'old', autoComplete: 'current-password' },
  { key: 'fresh', autoComplete: 'new-password' },
  { key: 'again', autoComplete: 'new-password' },
] as const satisfies readonly { key: PasswordKey; autoComplete: string }[];

/** Where whoever's password has expired chooses a new one. */
export const ChangePasswordPage = observer(function ChangePasswordPage() {
  const { http, session } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const user = useSearchParams()[0].get('username') ?? '';
  const [store] = useState(() => new ChangePasswordStore(http, user));
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Without a name there is nobody whose password it could be.
    if (user === '') void navigate('/login', { replace: true });
    else form.current?.querySelector('input')?.focus();
  }, [user, navigate]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.submit()) await session.finishSignIn();
    else focusFirst(form.current);
  };
  return (
    <FormPage heading={text(messages.heading)}>
      <p className="ld-soft">{text(messages.expired, { user })}</p>
      <form
        ref={form}
        className="auth-form"
        noValidate
        aria-busy={store.busy}
        onSubmit={(event) => void submit(event)}
      >
        {store.failure !== undefined && <FormFailure text={store.failure || text(messages.failed)} />}
        {FIELDS.map(({ key, autoComplete }) => {
          const error = store.errors[key];
          return (
            <PasswordField
              key={key}
              name={key}
              label={text(messages[key])}
              autoComplete={autoComplete}
              aria-required
              value={store.values[key]}
              onChange={(value) => store.type(key, value)}
              error={error && text(error)}
            />
          );
        })}
        <div className="auth-buttons">
          <Button type="submit" kind="main" label={text(messages.submit)} busy={store.busy} />
        </div>
      </form>
    </FormPage>
  );
});

/** The first field that is wrong, or else the first of all. */
function focusFirst(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  (wrong ?? form?.querySelector('input'))?.focus();
}

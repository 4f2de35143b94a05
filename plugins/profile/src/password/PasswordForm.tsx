import { Button, ErrorSummary, FormFailure, PasswordField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { messages } from './messages.ts';
import type { PasswordStore } from './PasswordStore.ts';

const FIELDS = ['fresh', 'again'] as const;

/** Changes the password while the profile is unlocked. */
export const PasswordForm = observer(function PasswordForm(props: {
  profile: ProfileStore;
  store: PasswordStore;
}) {
  const { profile, store } = props;
  const text = useText();
  const { notifications } = useShell();
  const minLength = profile.profile?.password?.minLength;
  const form = useRef<HTMLFormElement>(null);
  const help = useId();
  const [attempt, setAttempt] = useState(0);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.submit()) notifications.success(text(messages.changed));
    else if (Object.keys(store.errors).length > 1) setAttempt((before) => before + 1);
    else focus(FIELDS.find((key) => store.errors[key]) ?? 'fresh');
  };
  return (
    <form
      ref={form}
      className="profile-form"
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary
        attempt={attempt}
        faults={FIELDS.flatMap((key) => {
          const fault = store.errors[key];
          return fault
            ? [{ key, label: text(messages[key]), fault: typeof fault === 'string' ? fault : text(fault) }]
            : [];
        })}
        onChoose={focus}
      />
      {store.failure !== undefined && <FormFailure text={`${text(messages.failed)}: ${store.failure}`} />}
      <input hidden readOnly autoComplete="username" value={profile.profile?.user.name ?? ''} />
      {FIELDS.map((key) => {
        const error = store.errors[key];
        return (
          <PasswordField
            key={key}
            name={key}
            label={text(messages[key])}
            autoComplete="new-password"
            required
            value={store.values[key]}
            onChange={(value) => store.type(key, value)}
            error={typeof error === 'string' ? error : error && text(error)}
            help={key === 'fresh' && minLength ? text(messages.help, { count: minLength }) : undefined}
          />
        );
      })}
      <div className="profile-choices">
        <label>
          <input
            type="checkbox"
            name="revokeTokens"
            checked={store.revokesTokens}
            aria-describedby={help}
            onChange={(event) => store.setRevokesTokens(event.target.checked)}
          />
          {text(messages.revoke)}
        </label>
        <p id={help} className="ld-soft">
          {text(messages.revokeHelp)}
        </p>
      </div>
      <p className="ld-soft">{text(messages.ends)}</p>
      <div className="profile-buttons">
        <Button
          type="submit"
          kind="main"
          label={text(messages.submit)}
          busy={store.busy}
          disabled={!profile.unlocked}
        />
      </div>
    </form>
  );
});

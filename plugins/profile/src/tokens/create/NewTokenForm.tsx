import { Button, ErrorSummary, FormFailure, SelectField, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messages as words } from '../messages.ts';
import { ACTIONS, type ScopeKind } from '../scope.ts';
import { messages } from './messages.ts';
import type { NewTokenStore } from './NewTokenStore.ts';
import { RepositoryChoice } from './RepositoryChoice.tsx';

const FIELDS = ['description', 'actions'] as const;
const KINDS = {
  user: words.scopeUser,
  admin: words.scopeAdmin,
  repositories: words.scopeRepositories,
} as const;

/** Description, scope, and lifetime of a new token. */
export const NewTokenForm = observer(function NewTokenForm(props: {
  store: NewTokenStore;
  onClose: () => void;
}) {
  const { store, onClose } = props;
  const text = useText();
  const { user } = useShell();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const admin = user.current?.admin ?? false;
  const [attempt, setAttempt] = useState(0);

  useEffect(() => first.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.submit()) return onClose();
    const wrong = FIELDS.filter((key) => store.errors[key]);
    if (wrong.length > 1) setAttempt((before) => before + 1);
    else if (wrong[0]) focus(wrong[0]);
  };
  const focus = (key: string) => form.current?.querySelector<HTMLElement>(`[name="${key}"]`)?.focus();
  const kinds = (Object.keys(KINDS) as ScopeKind[]).filter((kind) => kind !== 'admin' || admin);
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
          return fault ? [{ key, label: text(messages[key]), fault: text(fault) }] : [];
        })}
        onChoose={focus}
      />
      {store.failure !== undefined && <FormFailure text={store.failure} />}
      <TextField
        name="description"
        label={text(messages.description)}
        required
        maxLength={1000}
        autoComplete="off"
        value={store.description}
        onChange={(description) => store.set({ description })}
        error={store.errors.description && text(store.errors.description)}
        help={text(messages.descriptionHelp)}
        inputRef={first}
      />
      <SelectField
        label={text(messages.expires)}
        value={store.life}
        options={store.lives.map((key) => ({ key, label: text(messages[key]) }))}
        onChange={(life) => store.set({ life })}
        help={
          store.life === 'never'
            ? text(messages.neverHelp)
            : store.maxDays && text(messages.maxHelp, { count: store.maxDays })
        }
      />
      <fieldset className="profile-choices">
        <legend>{text(messages.scope)}</legend>
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="scope"
              checked={store.kind === kind}
              onChange={() => store.set({ kind })}
            />
            {text(KINDS[kind])}
          </label>
        ))}
      </fieldset>
      {store.kind === 'repositories' && (
        <>
          <fieldset className="profile-choices">
            <legend>{text(messages.actions)}</legend>
            <div className="profile-line">
              {ACTIONS.map((action) => (
                <label key={action}>
                  <input
                    type="checkbox"
                    name="actions"
                    checked={store.actions.includes(action)}
                    onChange={() => store.toggleAction(action)}
                  />
                  {text(words[action])}
                </label>
              ))}
            </div>
            {store.errors.actions && (
              <p className="profile-error" role="alert">
                {text(store.errors.actions)}
              </p>
            )}
          </fieldset>
          <RepositoryChoice store={store} />
        </>
      )}
      <div className="profile-buttons">
        <Button type="submit" kind="main" label={text(messages.submit)} busy={store.busy} />
        <Button label={text(messages.cancel)} onClick={onClose} />
      </div>
    </form>
  );
});

import type { Message } from '@lading/contract';
import { Button, PasswordField, TextField, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import {
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  useEffect,
  useRef,
} from 'react';
import type { FieldsStore } from './FieldsStore.ts';
import { FormFailure } from './FormFailure.tsx';
import css from './form.css?inline';

interface FormField<Key extends string> {
  readonly key: Key;
  readonly label: Message;
  readonly secret?: boolean;
  readonly autoComplete: HTMLInputAutoCompleteAttribute;
  readonly inputMode?: 'numeric' | 'email';
  readonly help?: ReactNode;
}

interface Props<Key extends string> {
  readonly store: FieldsStore<Key>;
  readonly fields: readonly FormField<Key>[];
  /** Label of the submit button. */
  readonly verb: Message;
  /** Shown when the platform gave no reason. */
  readonly failed: Message;
  /**
   * Called after the platform accepted the values; the form stays busy until the promise settles.
   */
  readonly onDone: () => Promise<void> | void;
  /** Owner of the password, for password managers. */
  readonly user?: string;
  /** Rendered between the fields and the button. */
  readonly extra?: ReactNode;
  /** Rendered next to the button. */
  readonly children?: ReactNode;
}

/** Form with a few fields and one button. Shows errors at the fields and keeps the typed values. */
export const FieldsForm = observer(function FieldsForm<Key extends string>(props: Props<Key>) {
  useStyles(css);
  const { store, fields, verb, failed, onDone, user, extra, children } = props;
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => firstInput(form.current)?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.submit()) await onDone();
    else focusFault(form.current);
  };
  return (
    <form
      ref={form}
      className="auth-form"
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      {store.failure !== undefined && <FormFailure text={store.failure || text(failed)} />}
      {user !== undefined && (
        <input
          className="ld-hidden"
          tabIndex={-1}
          readOnly
          aria-hidden
          autoComplete="username"
          value={user}
        />
      )}
      {fields.map(({ key, label, secret, help, ...rest }) => {
        const fault: Message | string | undefined = store.faults[key];
        const shared = {
          ...rest,
          name: key,
          label: text(label),
          'aria-required': true,
          value: store.values[key] as string,
          onChange: (value: string) => store.type(key, value),
          error: typeof fault === 'object' ? text(fault) : fault,
        };
        return secret ? (
          <PasswordField key={key} {...shared} />
        ) : (
          <TextField key={key} {...shared} help={help} autoCapitalize="none" spellCheck={false} />
        );
      })}
      {extra}
      <div className="auth-buttons">
        <Button type="submit" kind="main" label={text(verb)} busy={store.busy} />
        {children}
      </div>
    </form>
  );
});

/** Focuses the first invalid field, or the first field when all are valid. */
function focusFault(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  (wrong ?? firstInput(form))?.focus();
}

function firstInput(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('input:not([aria-hidden])');
}

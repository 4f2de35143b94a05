import {
  Button,
  buttonClass,
  ErrorSummary,
  type FieldFault,
  FormFailure,
  useShell,
  useStyles,
  useText,
} from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FormStore } from './FormStore.ts';
import css from './form.css?inline';
import { messages } from './messages.ts';
import { useFault } from './useFault.ts';

interface Props<Values extends object> {
  readonly store: FormStore<Values>;
  /** What each field is called, for the summary of what is wrong. */
  readonly labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  /** The button's word. */
  readonly verb: string;
  /** Where Cancel leads; absent: there is nothing to go back to. */
  readonly back?: string;
  readonly onSaved: () => void;
  readonly onDelete?: () => void;
  readonly children: ReactNode;
}

/** A form that says what is wrong where it is wrong, and asks before what was typed is lost. */
export const EditForm = observer(function EditForm<Values extends object>(props: Props<Values>) {
  useStyles(css);
  const { store, labels, verb, back, onSaved, onDelete, children } = props;
  const { navigation } = useShell();
  const text = useText();
  const say = useFault();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  const keys = Object.keys(store.faults) as (keyof Values & string)[];
  const faults = keys.map(
    (key): FieldFault => ({ key, label: labels[key] ?? key, fault: say(store.faults[key]) ?? '' }),
  );

  useEffect(
    () => navigation.block(() => (store.dirty ? text(messages.unsaved) : undefined)),
    [navigation, store, text],
  );

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.submit()) {
      onSaved();
      return;
    }
    // The summary takes the focus where there is one.
    setAttempt((count) => count + 1);
    if (Object.keys(store.faults).length < 2) requestAnimationFrame(() => focusFault(form.current));
  };
  return (
    <form
      ref={form}
      className="admin-form"
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary
        faults={faults}
        attempt={attempt}
        onChoose={(key) => fieldOf(form.current, key)?.focus()}
      />
      {store.failure !== undefined && <FormFailure text={store.failure || text(messages.failed)} />}
      {children}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press here leaves the focus where it is, so that no message at a field moves the button away from under the pointer */}
      <div className="admin-form__bar" onMouseDown={(event) => event.preventDefault()}>
        <Button type="submit" kind="main" label={verb} busy={store.busy} />
        {back !== undefined && (
          <Link className={buttonClass('plain')} to={back}>
            {text(messages.cancel)}
          </Link>
        )}
        {onDelete && (
          <Button
            kind="danger"
            className="admin-form__delete"
            label={text(messages.remove)}
            onClick={onDelete}
          />
        )}
      </div>
    </form>
  );
});

function fieldOf(form: HTMLFormElement | null, key: string): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  return fields.find((field) => field.getAttribute('name') === key);
}

/** The one field that is wrong, else why saving failed. */
function focusFault(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  wrong?.focus();
  if (!wrong) form?.scrollIntoView({ block: 'start' });
}

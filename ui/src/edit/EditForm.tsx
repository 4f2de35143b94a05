import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, buttonClass } from '../controls/Button.tsx';
import { ErrorSummary, type FieldFault } from '../forms/ErrorSummary.tsx';
import { FormFailure } from '../forms/FormFailure.tsx';
import { useText } from '../language/useText.ts';
import { useShell } from '../plugin/ShellContext.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import { Conflict } from './Conflict.tsx';
import css from './edit.css?inline';
import type { FormStore } from './FormStore.ts';
import { messages } from './messages.ts';
import { useFieldError } from './useFields.ts';

export interface EditFormProps<Values extends object, Saved> {
  readonly store: FormStore<Values, Saved>;
  /** The submit button; 'Save' by default. */
  readonly verb?: string;
  /** Disables the submit button, such as while nothing is changed. */
  readonly disabled?: boolean;
  /** The notice after saving. */
  readonly saved?: string;
  readonly onSaved?: () => void;
  /** The page that Cancel links to, or its handler; without it, no Cancel button. */
  readonly cancel?: string | (() => void);
  /** Must ask for confirmation; see `useDelete`. */
  readonly onDelete?: () => void;
  /** The button of `onDelete`; 'Delete' by default. */
  readonly deleteVerb?: string;
  /** Shown above the fields when the values cannot be changed. */
  readonly readOnlyNote?: string;
  /** A form in a dialog focuses its first field, and can be left without a question. */
  readonly inDialog?: boolean;
  /** The page itself asks about unsaved changes. */
  readonly unguarded?: boolean;
  readonly children: ReactNode;
}

/**
 * Fields that are saved together. Errors appear at the fields, and leaving with changes asks first.
 */
export const EditForm = observer(function EditForm<Values extends object, Saved>(
  props: EditFormProps<Values, Saved>,
) {
  useStyles(css);
  const { store, saved, onSaved, inDialog = false, unguarded = inDialog, children } = props;
  const { notifications } = useShell();
  const text = useText();
  const errorText = useFieldError();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useUnsavedGuard(store, !unguarded);
  useEffect(() => {
    if (inDialog) firstField(form.current)?.focus();
  }, [inDialog]);

  const errors = Object.entries(store.errors).map(
    ([key, error]): FieldFault => ({
      key,
      label: store.labels.get(key) ?? key,
      fault: errorText(error as string) ?? '',
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (store.busy) return;
    const done = await store.submit();
    if (done === undefined) return;
    if (done) {
      if (saved !== undefined) notifications.success(saved);
      onSaved?.();
      return;
    }
    setAttempt((count) => count + 1);
  };
  useLayoutEffect(() => {
    // The summary takes the focus when it is shown.
    if (attempt > 0 && Object.keys(store.errors).length < 2) focusError(form.current);
  }, [attempt, store]);
  return (
    <form
      ref={form}
      className={`ld-form ${inDialog ? 'ld-form--dialog' : ''}`}
      noValidate
      aria-busy={store.busy}
      onSubmit={(event) => void submit(event)}
    >
      <ErrorSummary
        faults={errors}
        attempt={attempt}
        onChoose={(key) => fieldNamed(form.current, key)?.focus()}
      />
      {store.failure !== undefined && (
        <FormFailure
          text={store.conflict ? text(messages.changed) : store.failure || text(messages.failed)}
        />
      )}
      {store.conflict && <Conflict />}
      {store.readOnly && <p className="ld-soft">{props.readOnlyNote ?? text(messages.readOnly)}</p>}
      {children}
      <Bar {...props} />
    </form>
  );
}) as <Values extends object, Saved>(props: EditFormProps<Values, Saved>) => ReactNode;

const Bar = observer(function Bar<Values extends object, Saved>(props: EditFormProps<Values, Saved>) {
  const { store, verb, disabled = false, cancel, onDelete, deleteVerb } = props;
  const text = useText();
  const { readOnly } = store;
  if (readOnly && cancel === undefined) return null;
  const leave = text(readOnly ? messages.close : messages.cancel);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus, so that no field message moves the button away from the pointer
    <div className="ld-form__bar" onMouseDown={(event) => event.preventDefault()}>
      {!readOnly && (
        <Button
          type="submit"
          kind="main"
          label={verb ?? text(messages.save)}
          busy={store.busy}
          disabled={disabled}
        />
      )}
      {typeof cancel === 'string' && (
        <Link className={buttonClass('plain')} to={cancel}>
          {leave}
        </Link>
      )}
      {typeof cancel === 'function' && <Button label={leave} onClick={cancel} />}
      {onDelete && !readOnly && (
        <Button
          kind="danger"
          className="ld-form__delete"
          label={deleteVerb ?? text(messages.remove)}
          onClick={onDelete}
        />
      )}
    </div>
  );
});

/** Fields that belong together, under a heading. */
export function FormSection(props: { heading?: string; about?: ReactNode; children: ReactNode }) {
  const { heading, about, children } = props;
  const id = useId();
  return (
    <section className="ld-form__section" aria-labelledby={heading === undefined ? undefined : id}>
      {heading !== undefined && <h2 id={id}>{heading}</h2>}
      {about && <p className="ld-soft">{about}</p>}
      {children}
    </section>
  );
}

function useUnsavedGuard(store: { readonly dirty: boolean }, on: boolean): void {
  const { navigation } = useShell();
  const text = useText();
  useEffect(() => {
    if (!on) return undefined;
    return navigation.block(() => (store.dirty ? text(messages.unsaved) : undefined));
  }, [navigation, store, text, on]);
}

function firstField(form: HTMLFormElement | null): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>('input:not([type="hidden"], [hidden]), select, textarea');
}

function fieldNamed(form: HTMLFormElement | null, key: string): HTMLElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])];
  return fields.find((field) => field.getAttribute('name') === key);
}

/** Focuses the invalid field, or scrolls to the reason above the form. */
function focusError(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  invalid?.focus();
  // jsdom has no layout to scroll.
  if (!invalid) form?.scrollIntoView?.({ block: 'start' });
}

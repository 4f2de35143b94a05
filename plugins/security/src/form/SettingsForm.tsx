import { Button, FormFailure, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { messages } from './messages.ts';
import { SettingField } from './SettingField.tsx';
import type { SettingsStore } from './SettingsStore.ts';
import css from './settings.css?inline';
import { type Extra, TestPanel } from './TestPanel.tsx';

interface Props {
  readonly store: SettingsStore;
  readonly extras?: readonly Extra[];
  readonly onSaved?: () => void;
  /** Takes the settings away. */
  readonly onRemove?: () => void;
  /** Above the fields. */
  readonly children?: ReactNode;
}

/** Settings in sections, saved together; leaving with changes asks. */
export const SettingsForm = observer(function SettingsForm(props: Props) {
  useStyles(css);
  const { store, extras, onSaved, onRemove, children } = props;
  const { navigation, notifications } = useShell();
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => navigation.block(() => (store.dirty ? text(messages.unsaved) : undefined)),
    [navigation, store, text],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.save()) {
      notifications.success(text(messages.saved));
      onSaved?.();
    } else requestAnimationFrame(() => focusFault(form.current));
  };
  return (
    <>
      <form
        ref={form}
        className="security-form"
        noValidate
        aria-busy={store.busy}
        onSubmit={(event) => void submit(event)}
      >
        {store.failure !== undefined && <FormFailure text={store.failure || text(messages.failed)} />}
        {children}
        {store.sections.map(({ heading, fields }) => (
          <section key={fields[0]?.key} className="security-section">
            {heading && <h2>{text(heading)}</h2>}
            {fields.map((field) => (
              <SettingField key={field.key} store={store} field={field} />
            ))}
          </section>
        ))}
        <div className="security-bar">
          <Button type="submit" kind="main" label={text(messages.save)} busy={store.busy} />
          {onRemove && (
            <Button
              kind="danger"
              className="security-remove"
              label={text(messages.remove)}
              onClick={onRemove}
            />
          )}
        </div>
      </form>
      {store.testable && <TestPanel store={store} {...(extras ? { extras } : {})} />}
    </>
  );
});

/** The first field that is wrong, else why saving failed. */
function focusFault(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) wrong.focus();
  else form?.scrollIntoView({ block: 'start' });
}

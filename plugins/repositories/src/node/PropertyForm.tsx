import { Button, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { messages } from './messages.ts';
import type { NodeStore } from './NodeStore.ts';

interface Props {
  readonly store: NodeStore;
  /** The property to edit; `undefined` for a new one. */
  readonly changed: { readonly key: string; readonly values: readonly string[] } | undefined;
  readonly taken: ReadonlySet<string>;
  readonly onDone: () => void;
}

const KEY = /^[\p{L}_][\p{L}\p{N}_.:-]{0,254}$/u;

/** Form for a key and its values, one per line. */
export function PropertyForm(props: Props) {
  const { store, changed, taken, onDone } = props;
  const text = useText();
  const { navigation, notifications } = useShell();
  const id = useId();
  const [key, setKey] = useState(changed?.key ?? '');
  const [lines, setLines] = useState(changed?.values.join('\n') ?? '');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const dirty = key !== (changed?.key ?? '') || lines !== (changed?.values.join('\n') ?? '');
  useEffect(
    () => (dirty ? navigation.block(() => text(messages.unsaved)) : undefined),
    [dirty, navigation, text],
  );

  const values = [...new Set(lines.split(/\r?\n/))].filter((line) => line !== '');
  const keyFault = !KEY.test(key)
    ? text(messages.badKey)
    : !changed && taken.has(key)
      ? text(messages.keyTaken, { key })
      : undefined;
  const valueFault =
    values.length === 0
      ? text(messages.noValue)
      : values.some((value) => value.length > 2000)
        ? text(messages.longValue)
        : undefined;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (keyFault || valueFault || busy) return;
    setBusy(true);
    try {
      await store.setProperty(key, values);
      notifications.success(text(messages.saved, { key }));
      onDone();
    } catch (cause) {
      setFailure(text(messages.notSaved, { cause: (cause as Error).message }));
      setBusy(false);
    }
  };

  const shownFault = checked ? valueFault : undefined;
  return (
    <form className="repositories-property-form" onSubmit={(event) => void save(event)} noValidate>
      {failure && <FormFailure text={failure} />}
      <TextField
        label={text(messages.key)}
        value={key}
        onChange={setKey}
        required
        readOnly={changed !== undefined}
        autoFocus={changed === undefined}
        spellCheck={false}
        autoComplete="off"
        error={checked ? keyFault : undefined}
      />
      <div className="ld-field">
        <div className="ld-field__label">
          <label htmlFor={id}>{text(messages.values)}</label>
        </div>
        <textarea
          id={id}
          className="repositories-values"
          rows={Math.min(8, Math.max(2, lines.split('\n').length))}
          value={lines}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the form was asked for, and this is what is changed
          autoFocus={changed !== undefined}
          aria-invalid={shownFault ? true : undefined}
          aria-describedby={`${id}-help${shownFault ? ` ${id}-error` : ''}`}
          onChange={(event) => setLines(event.target.value)}
        />
        {shownFault && (
          <p className="ld-field__error" id={`${id}-error`} role="alert">
            {shownFault}
          </p>
        )}
        <div className="ld-field__help" id={`${id}-help`}>
          {text(messages.valuesHelp)}
        </div>
      </div>
      <div className="repositories-buttons">
        <Button kind="main" type="submit" label={text(messages.save)} busy={busy} />
        <Button label={text(messages.cancel)} onClick={onDone} />
      </div>
    </form>
  );
}

import { Button, TextField, useText } from '@lading/ui';
import { useId } from 'react';
import { formTexts } from './messages.ts';
import { isStored, type Pair } from './webhookValues.ts';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly nameLabel: string;
  readonly addLabel: string;
  readonly value: readonly Pair[];
  readonly onChange: (value: readonly Pair[]) => void;
  readonly error: string | undefined;
  /** Values are hidden while they are typed. */
  readonly secret?: boolean;
}

/** Rows of a name and a value, such as headers. */
export function PairsField(props: Props) {
  const { name, label, nameLabel, addLabel, value: pairs, onChange, error, secret = false } = props;
  const text = useText();
  const id = useId();
  const change = (at: number, changed: Partial<Pair>) =>
    onChange(pairs.map((pair, each) => (each === at ? { ...pair, ...changed } : pair)));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend>{label}</legend>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
        <div className="admin-webhook__pair" key={at}>
          <TextField
            label={nameLabel}
            name={name}
            value={pair.name}
            autoComplete="off"
            spellCheck={false}
            onChange={(changed) => change(at, { name: changed })}
          />
          <TextField
            label={text(formTexts.value)}
            name={`${name}Value`}
            value={pair.value}
            type={secret ? 'password' : 'text'}
            autoComplete={secret ? 'new-password' : 'off'}
            spellCheck={false}
            placeholder={isStored(pair) ? text(formTexts.stored) : undefined}
            onChange={(changed) => change(at, { value: changed })}
          />
          <Button
            kind="quiet"
            icon="close"
            iconOnly
            label={text(formTexts.removePair, { name: pair.name || String(at + 1) })}
            onClick={() => onChange(pairs.filter((_pair, each) => each !== at))}
          />
        </div>
      ))}
      {error && (
        <p className="ld-field__error" id={id} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button icon="add" label={addLabel} onClick={() => onChange([...pairs, { name: '', value: '' }])} />
      </div>
    </fieldset>
  );
}

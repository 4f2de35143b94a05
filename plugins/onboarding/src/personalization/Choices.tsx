import type { Message } from '@lading/contract';
import { useText } from '@lading/ui';
import { useId } from 'react';

/** Single choice (`single`) or multiple choice, with a validation error below. */
export function Choices<Value extends string>(props: {
  legend: string;
  single?: boolean;
  names: Readonly<Record<Value, Message>>;
  chosen: readonly Value[];
  onChange: (chosen: readonly Value[]) => void;
  error?: string | undefined;
}) {
  const { legend, single = false, names, chosen, onChange, error } = props;
  const text = useText();
  const id = useId();
  const values = Object.keys(names) as Value[];
  const toggle = (value: Value, on: boolean) => {
    if (single) onChange([value]);
    else onChange(values.filter((each) => (each === value ? on : chosen.includes(each))));
  };
  return (
    <fieldset
      className="onboarding-choices"
      aria-describedby={error ? `${id}-error` : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type={single ? 'radio' : 'checkbox'}
            name={single ? id : undefined}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.target.checked)}
          />
          {text(names[value])}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="ld-field__error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

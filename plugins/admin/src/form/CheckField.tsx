import { type ReactNode, useId } from 'react';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly help?: ReactNode;
  readonly disabled?: boolean;
}

/** Yes or no. */
export function CheckField(props: Props) {
  const { label, name, value, onChange, help, disabled } = props;
  const id = useId();
  return (
    <div className="admin-check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={value}
          disabled={disabled}
          aria-describedby={help ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {help && (
        <div className="ld-field__help" id={id}>
          {help}
        </div>
      )}
    </div>
  );
}

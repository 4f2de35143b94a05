interface Props {
  readonly label: string;
  /** ISO 8601 date or date and time; empty if no day is selected. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A day that filters a list. */
export function DayField({ label, value, onChange }: Props) {
  return (
    <label className="packages-more__day">
      {label}
      <span className="ld-input">
        <input type="date" value={value.slice(0, 10)} onChange={({ target }) => onChange(target.value)} />
      </span>
    </label>
  );
}

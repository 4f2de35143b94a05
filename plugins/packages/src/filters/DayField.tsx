import { DateField, isDayOrBlank } from '@lading/ui/edit';
import { useEffect, useState } from 'react';

interface Props {
  readonly label: string;
  /** ISO 8601 date or date and time; empty if no day is selected. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Filters a list by a day. An incomplete date does not change the list. */
export function DayField({ label, value, onChange }: Props) {
  const day = value.slice(0, 10);
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  return (
    <DateField
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        if (text !== day && isDayOrBlank(text)) onChange(text);
      }}
    />
  );
}

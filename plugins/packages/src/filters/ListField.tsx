import { SearchField } from '@lading/ui';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Comma-separated values. The typed text is kept while it has the same meaning as the value. */
export function ListField({ label, values, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const change = (text: string) => {
    setTyped(text);
    onChange(wordsOf(text));
  };
  const same = wordsOf(typed).join() === values.join();
  return <SearchField label={label} value={same ? typed : values.join(', ')} onChange={change} />;
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
}

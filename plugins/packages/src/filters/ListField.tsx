import { SearchField } from '@lading/ui';
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Several words, divided by commas. What is typed stays as it was typed as long as it says the same. */
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

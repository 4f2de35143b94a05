import { useState } from 'react';
import { TextAreaField, type TextAreaFieldProps } from './TextAreaField.tsx';

interface Props extends Omit<TextAreaFieldProps, 'value' | 'onChange' | 'code'> {
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  /** Entries can have several lines, such as certificates; an empty line separates them. */
  readonly blocks?: boolean;
}

/** Several texts, one per line. */
export function LinesField(props: Props) {
  const { value, onChange, onBlur, rows = 3, blocks = false, ...rest } = props;
  const read = blocks ? blocksOf : linesOf;
  const written = value.join(blocks ? '\n\n' : '\n');
  // Empty lines stay until the field loses the focus.
  const [draft, setDraft] = useState(written);
  const shown = read(draft).join('\n') === value.join('\n') ? draft : written;
  return (
    <TextAreaField
      {...rest}
      code
      rows={rows}
      value={shown}
      onChange={(typed) => {
        setDraft(typed);
        onChange(read(typed));
      }}
      onBlur={() => {
        setDraft(written);
        onBlur?.();
      }}
    />
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function blocksOf(text: string): string[] {
  return text
    .split(/\n\s*\n|(?<=-----END [A-Z ]+-----)\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean);
}

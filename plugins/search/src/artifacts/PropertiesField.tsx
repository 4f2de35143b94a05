import { useText } from '@lading/ui';
import { useId, useState } from 'react';
import { EXAMPLES } from '../query/searchTypes.ts';
import { messages } from './messages.ts';

/** Field for properties, one per line. */
export function PropertiesField(props: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const text = useText();
  const id = useId();
  // Keeps the typed text, including blank lines, as long as it is equivalent to the value.
  const [typed, setTyped] = useState('');
  const same = linesOf(typed).join('\n') === props.value.join('\n');
  return (
    <div className="ld-field">
      <div className="ld-field__label">
        <label htmlFor={id}>{text(messages.properties)}</label>
      </div>
      <div className="ld-input search-lines">
        <textarea
          id={id}
          className="ld-mono"
          rows={2}
          value={same ? typed : props.value.join('\n')}
          spellCheck={false}
          placeholder={EXAMPLES.property}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            setTyped(target.value);
            props.onChange(linesOf(target.value));
          }}
        />
      </div>
      <div className="ld-field__help" id={`${id}-help`}>
        {text(messages.propertiesHelp)}
      </div>
    </div>
  );
}

function linesOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

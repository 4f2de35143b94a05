import { useText } from '@lading/ui';
import { useId, useState } from 'react';
import { EXAMPLES } from '../query/searchTypes.ts';
import { messages } from './messages.ts';

/** Properties, one on each line. */
export function PropertiesField(props: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const text = useText();
  const id = useId();
  // What is typed stays as it is, blank lines among it.
  const [typed, setTyped] = useState(props.value.join('\n'));
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
          value={typed}
          spellCheck={false}
          placeholder={EXAMPLES.property}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => {
            setTyped(target.value);
            const lines = target.value.split('\n').map((line) => line.trim());
            props.onChange([...new Set(lines.filter((line) => line !== ''))]);
          }}
        />
      </div>
      <div className="ld-field__help" id={`${id}-help`}>
        {text(messages.propertiesHelp)}
      </div>
    </div>
  );
}

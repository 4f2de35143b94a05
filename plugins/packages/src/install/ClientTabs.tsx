import type { ClientOption } from '@lading/contract';
import { useText } from '@lading/ui';
import { useId } from 'react';
import { messages } from './messages.ts';

interface Props {
  readonly clients: readonly ClientOption[];
  readonly selected: string;
  readonly onChange: (id: string) => void;
}

/**
 * Selects the client that the commands are for. Radio buttons, because browsers support arrow keys
 * for them.
 */
export function ClientTabs({ clients, selected, onChange }: Props) {
  const text = useText();
  const name = useId();
  return (
    <fieldset className="packages-clients">
      <legend className="ld-hidden">{text(messages.client)}</legend>
      {clients.map(({ id, label }) => (
        <label key={id}>
          <input
            type="radio"
            className="ld-hidden"
            name={name}
            checked={id === selected}
            onChange={() => onChange(id)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

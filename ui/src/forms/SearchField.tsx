import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';

/** Milliseconds after the last key before typed text is reported. */
const TYPING_PAUSE_MS = 250;

export interface SearchFieldProps {
  /** Accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text filter: reports the text after a pause, immediately on Enter; Escape clears it. */
export function SearchField(props: SearchFieldProps) {
  useStyles(css);
  const { label, value, onChange } = props;
  const text = useText();
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (value !== sent.current) setDraft(value);
    sent.current = value;
  }, [value]);

  useEffect(() => {
    if (draft === sent.current) return;
    const timer = setTimeout(() => send(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });

  const send = (text: string) => {
    setDraft(text);
    if (text === sent.current) return;
    sent.current = text;
    onChange(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') send(draft);
    if (event.key === 'Escape' && draft) {
      event.stopPropagation();
      send('');
    }
  };

  return (
    <div className="ld-input ld-search">
      <Icon name="search" size={16} />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={draft}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {draft && (
        <Button
          kind="quiet"
          icon="close"
          iconOnly
          label={text(messages.clear, { what: label.toLowerCase() })}
          onClick={() => {
            send('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

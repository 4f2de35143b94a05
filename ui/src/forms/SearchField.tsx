import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { messages } from '../language/messages.ts';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './forms.css?inline';

/** Typing is taken as one word when it rests this long, in milliseconds. */
const TYPING_PAUSE_MS = 250;

export interface SearchFieldProps {
  /** Its name, and what stands in it while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A filter by text: takes what is typed after a pause, at once with Enter; Escape empties it. */
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

import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
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
  /** Whether a text is unfinished, so that only Enter reports it. */
  readonly waits?: ((typed: string) => boolean) | undefined;
  /** Attributes of the input. */
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>;
  /** Adds content such as completions. It can handle keys first, with listeners on the input. */
  readonly children?: (field: SearchDraft) => ReactNode;
}

/** The text of a search field before it is reported. */
export interface SearchDraft {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly draft: string;
  readonly setDraft: (text: string) => void;
}

/** A text filter: reports the text after a pause, immediately on Enter; Escape clears it. */
export function SearchField(props: SearchFieldProps) {
  useStyles(css);
  const { label, value, onChange, waits, attributes, children } = props;
  const text = useText();
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (value !== sent.current) setDraft(value);
    sent.current = value;
  }, [value]);

  useEffect(() => {
    if (draft === sent.current || waits?.(draft)) return;
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
    // Of a completion, or of an input method.
    if (event.isDefaultPrevented() || event.nativeEvent.isComposing) return;
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
        {...attributes}
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
      {children?.({ input, draft, setDraft })}
    </div>
  );
}

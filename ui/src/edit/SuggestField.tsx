import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { TextField } from '../forms/TextField.tsx';
import { useText } from '../language/useText.ts';
import { useStyles } from '../styles/adoptStyles.ts';
import css from './edit.css?inline';
import { messages } from './messages.ts';

/** Options shown at a time. */
const OFFERED = 20;

interface Props {
  /** The field that options are added to. */
  readonly label: string;
  readonly name: string;
  /** The options; `undefined` while they load. */
  readonly options: readonly string[] | undefined;
  readonly labelOf?: (option: string) => string;
  readonly onAdd: (option: string) => void;
  /** Called when the options are about to be needed. */
  readonly onNeed?: () => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly onBlur?: (() => void) | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Finds one of many options by typing, with mouse or keyboard. */
export function SuggestField(props: Props) {
  useStyles(css);
  const { label, name, options, labelOf = same, onAdd, onNeed, error, help, onBlur, readOnly } = props;
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  const word = typed.trim().toLowerCase();
  const matches = (options ?? []).filter(
    (option) => option.toLowerCase().includes(word) || labelOf(option).toLowerCase().includes(word),
  );
  // An exact match comes first.
  const offered = matches.sort((one, other) => rank(one) - rank(other)).slice(0, OFFERED);
  const at = Math.min(active, offered.length - 1);

  const show = () => {
    if (readOnly) return;
    onNeed?.();
    setOpen(true);
  };
  const add = (option: string | undefined) => {
    if (option === undefined) return;
    onAdd(option);
    setTyped('');
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show();
      else setActive((at + step + offered.length) % Math.max(1, offered.length));
    } else if (event.key === 'Enter' && (open || typed !== '')) {
      event.preventDefault();
      if (open) add(offered[at]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="ld-suggest">
      <TextField
        label={label}
        name={name}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && offered.length > 0 ? `${id}-${at}` : undefined}
        placeholder={text(messages.add)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setActive(0);
          show();
        }}
        onClick={show}
        onFocus={onNeed}
        onBlur={() => {
          setOpen(false);
          onBlur?.();
        }}
        readOnly={readOnly}
        onKeyDown={onKeyDown}
        error={error}
        help={help}
      />
      {open && (
        <div className="ld-suggest__box">
          <div role="listbox" id={`${id}-list`} aria-label={label}>
            {offered.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works from the field above
              <div
                key={option}
                role="option"
                id={`${id}-${index}`}
                tabIndex={-1}
                aria-selected={index === at}
                className="ld-suggest__option"
                onMouseDown={(event) => event.preventDefault()}
                onMouseEnter={() => setActive(index)}
                onClick={() => add(option)}
              >
                {labelOf(option)}
              </div>
            ))}
          </div>
          {hint() && (
            <p className="ld-suggest__hint" role="status">
              {hint()}
            </p>
          )}
        </div>
      )}
    </div>
  );

  function rank(option: string): number {
    const lower = option.toLowerCase();
    return lower === word ? 0 : lower.startsWith(word) ? 1 : 2;
  }

  function hint(): string | undefined {
    if (options === undefined) return text(messages.loading);
    if (matches.length > OFFERED) return text(messages.further, { count: matches.length - OFFERED });
    if (matches.length > 0) return undefined;
    return text(word === '' ? messages.all : messages.noMatch, { typed: typed.trim() });
  }
}

function same(option: string): string {
  return option;
}

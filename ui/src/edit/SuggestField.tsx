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
  /**
   * Other values than the options are possible. Called with the values that were typed, separated
   * by commas, when a comma follows, with Enter, and when the field loses the focus.
   */
  readonly onAddTyped?: ((values: readonly string[]) => void) | undefined;
  /** Called before the options are needed. */
  readonly onNeed?: () => void;
  /**
   * Called with the typed text as it changes: the options are the results of a search for it, and
   * are all offered.
   */
  readonly onTyped?: (typed: string) => void;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  readonly onBlur?: (() => void) | undefined;
  readonly readOnly?: boolean | undefined;
  readonly required?: boolean | undefined;
}

/** Finds one of many options by typing, with mouse or keyboard. */
export function SuggestField(props: Props) {
  useStyles(css);
  const {
    label,
    name,
    options,
    labelOf = same,
    onAdd,
    onAddTyped,
    onNeed,
    onTyped,
    error,
    help,
    onBlur,
    readOnly,
    required,
  } = props;
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  // No option is active at first if Enter can also add what was typed.
  const first = onAddTyped ? -1 : 0;
  const [active, setActive] = useState(first);

  const word = typed.trim().toLowerCase();
  const matches = (options ?? []).filter(
    (option) =>
      onTyped !== undefined ||
      option.toLowerCase().includes(word) ||
      labelOf(option).toLowerCase().includes(word),
  );
  // An exact match comes first.
  const offered = matches.sort((one, other) => rank(one) - rank(other)).slice(0, OFFERED);
  const at = Math.min(active, offered.length - 1);

  const type = (value: string) => {
    setTyped(value);
    onTyped?.(value);
  };
  const show = () => {
    if (readOnly) return;
    onNeed?.();
    setOpen(true);
  };
  const add = (option: string | undefined) => {
    if (option === undefined) return;
    onAdd(option);
    type('');
    setActive(first);
    // With the box closed, Enter submits the form.
    if (onAddTyped) setOpen(false);
  };
  const addTyped = (text: string) => {
    onAddTyped?.(valuesOf(text));
    type('');
    setActive(first);
    setOpen(false);
  };
  const change = (value: string) => {
    const comma = onAddTyped ? value.lastIndexOf(',') : -1;
    if (comma >= 0) addTyped(value.slice(0, comma));
    type(value.slice(comma + 1).trimStart());
    setActive(first);
    show();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show();
      else setActive(next(step));
    } else if (event.key === 'Enter' && (typed !== '' || (open && (at >= 0 || !onAddTyped)))) {
      event.preventDefault();
      if (open && at >= 0) add(offered[at]);
      else if (onAddTyped) addTyped(typed);
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
        aria-activedescendant={open && at >= 0 && offered.length > 0 ? `${id}-${at}` : undefined}
        placeholder={readOnly ? undefined : text(messages.add)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={change}
        onClick={show}
        onFocus={onNeed}
        onBlur={() => {
          setOpen(false);
          if (onAddTyped && typed !== '') addTyped(typed);
          onBlur?.();
        }}
        readOnly={readOnly}
        required={required}
        onKeyDown={onKeyDown}
        error={error}
        help={help}
      />
      {open && (offered.length > 0 || hint()) && (
        <div className="ld-suggest__box">
          <div role="listbox" id={`${id}-list`} aria-label={label}>
            {offered.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keyboard
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

  function next(step: number): number {
    if (at < 0) return step > 0 ? 0 : offered.length - 1;
    return (at + step + offered.length) % Math.max(1, offered.length);
  }

  function rank(option: string): number {
    const texts = [option.toLowerCase(), labelOf(option).toLowerCase()];
    if (texts.includes(word)) return 0;
    return texts.some((each) => each.startsWith(word)) ? 1 : 2;
  }

  function hint(): string | undefined {
    if (options === undefined) return text(messages.loading);
    if (matches.length > OFFERED) return text(messages.further, { count: matches.length - OFFERED });
    if (matches.length > 0) return undefined;
    if (onAddTyped) return word === '' ? undefined : text(messages.addTyped, { typed: typed.trim() });
    return text(word === '' ? messages.all : messages.noMatch, { typed: typed.trim() });
  }
}

function valuesOf(text: string): string[] {
  return [...new Set(text.split(',').map((value) => value.trim()))].filter((value) => value !== '');
}

function same(option: string): string {
  return option;
}

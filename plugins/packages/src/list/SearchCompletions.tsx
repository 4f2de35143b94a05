import { type SearchDraft, useStyles, useText } from '@lading/ui';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import css from './completions.css?inline';
import { type Completion, completionsOf, type KnownValues, typedProject } from './completions.ts';
import { messages } from './messages.ts';
import { useProjects } from './useProjects.ts';

interface Props extends SearchDraft {
  readonly known: KnownValues;
}

/**
 * Completions at the cursor of an input, selected with the arrow keys, Enter, or the mouse. Escape
 * closes them.
 */
export function SearchCompletions({ input, draft, setDraft, known }: Props) {
  useStyles(css);
  const text = useText();
  const id = useId();
  /** Undefined: closed. */
  const [cursor, setCursor] = useState<number>();
  const [active, setActive] = useState(-1);
  const projects = useProjects(cursor === undefined ? undefined : typedProject(draft, cursor));
  const offered = cursor === undefined ? [] : completionsOf(draft, cursor, { ...known, projects });
  const take = (completion: Completion) => {
    setDraft(completion.text);
    setCursor(completion.cursor);
    setActive(-1);
    // Once the input has the text.
    requestAnimationFrame(() => input.current?.setSelectionRange(completion.cursor, completion.cursor));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || offered.length === 0) return;
    const chosen = offered[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % offered.length);
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? offered.length - 1 : active - 1);
    else if (event.key === 'Escape') setCursor(undefined);
    else if (event.key === 'Enter' && chosen) take(chosen);
    else if (event.key !== 'Enter') return;
    else return setCursor(undefined);
    // The input does nothing else with these keys.
    event.preventDefault();
    if (event.key === 'Escape') event.stopPropagation();
  };
  useEvents(input, {
    keydown: (event) => onKeyDown(event as KeyboardEvent),
    input: () => {
      setCursor(input.current?.selectionStart ?? undefined);
      setActive(-1);
    },
    blur: () => setCursor(undefined),
  });
  const isOpen = offered.length > 0;
  useListOf(input, id, isOpen, active);
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={text(messages.completions)}
      className="packages-search__box"
      hidden={!isOpen}
    >
      {offered.map((completion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
        <div
          key={completion.label}
          role="option"
          id={`${id}-${index}`}
          tabIndex={-1}
          aria-selected={index === active}
          className="packages-search__option"
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => setActive(index)}
          onClick={() => take(completion)}
        >
          <CompletionText completion={completion} />
        </div>
      ))}
    </div>
  );
}

/** Tells assistive technology which list belongs to the input, and its active entry. */
function useListOf(
  input: RefObject<HTMLInputElement | null>,
  id: string,
  isOpen: boolean,
  active: number,
): void {
  useEffect(() => {
    const element = input.current;
    element?.setAttribute('aria-controls', `${id}-list`);
    element?.setAttribute('aria-expanded', String(isOpen));
    if (isOpen && active >= 0) element?.setAttribute('aria-activedescendant', `${id}-${active}`);
    else element?.removeAttribute('aria-activedescendant');
  }, [input, id, isOpen, active]);
}

function CompletionText({ completion: { label, detail } }: { completion: Completion }) {
  if (detail === undefined) return label;
  return (
    <>
      {label} <span className="packages-search__detail">{detail}</span>
    </>
  );
}

/** Listens on the input itself, before its own handlers: they see what was already handled. */
function useEvents(
  input: RefObject<HTMLInputElement | null>,
  handlers: Readonly<Record<string, (event: Event) => void>>,
): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  const names = Object.keys(handlers).join(' ');
  useEffect(() => {
    const element = input.current;
    const listening = names.split(' ').map((name) => {
      const listener = (event: Event) => latest.current[name]?.(event);
      element?.addEventListener(name, listener);
      return () => element?.removeEventListener(name, listener);
    });
    return () => {
      for (const stop of listening) stop();
    };
  }, [input, names]);
}

import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Completion, completionsOf, KnownValues } from './completions.ts';

/** Milliseconds after the last key before typed text is searched for. */
const TYPING_PAUSE_MS = 250;

/** A typed search that is reported after a pause, or immediately with `send`. */
export function useSearchText(value: string, onChange: (value: string) => void) {
  const sent = useRef(value);
  const [draft, setDraft] = useState(value);
  const send = (typed: string) => {
    setDraft(typed);
    if (typed === sent.current) return;
    sent.current = typed;
    onChange(typed);
  };
  useEffect(() => {
    if (value !== sent.current) setDraft(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (draft === sent.current || isUnfinished(draft)) return;
    const timer = setTimeout(() => send(draft), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return { draft, setDraft, send };
}

/** Whether the text ends within a condition or a quotation, which the platform would reject. */
function isUnfinished(typed: string): boolean {
  return (typed.split('"').length - 1) % 2 === 1 || /(?:^|\s)-?[a-z]+(?::|[<>]=?|=)$/i.test(typed);
}

/** Completions at the cursor of the input, selected with the arrow keys, Enter, or the mouse. */
export function useCompletions(
  input: RefObject<HTMLInputElement | null>,
  { draft, setDraft, send }: ReturnType<typeof useSearchText>,
  known: KnownValues,
) {
  const [cursor, setCursor] = useState<number>();
  const [active, setActive] = useState(-1);
  const [complete, setComplete] = useState<{ readonly of: typeof completionsOf }>();
  const offered = cursor === undefined ? [] : (complete?.of(draft, cursor, known) ?? []);
  const close = () => setCursor(undefined);
  const type = (typed: string, at: number | null) => {
    setDraft(typed);
    setCursor(at ?? undefined);
    setActive(-1);
  };
  const take = (completion: Completion) => {
    type(completion.text, completion.cursor);
    // Once the input has the text.
    requestAnimationFrame(() => input.current?.setSelectionRange(completion.cursor, completion.cursor));
  };
  const load = () => {
    // Without completions, conditions can still be typed.
    import('../seldom.ts').then(
      ({ completionsOf }) => setComplete({ of: completionsOf }),
      () => undefined,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const count = offered.length;
    const chosen = offered[active];
    if (event.key === 'ArrowDown' && count > 0) {
      event.preventDefault();
      setActive((active + 1) % count);
    } else if (event.key === 'ArrowUp' && count > 0) {
      event.preventDefault();
      setActive(active <= 0 ? count - 1 : active - 1);
    } else if (event.key === 'Enter') {
      if (chosen) return take(chosen);
      close();
      send(draft);
    } else if (event.key === 'Escape' && (count > 0 || draft)) {
      event.stopPropagation();
      if (count > 0) close();
      else send('');
    }
  };
  return { offered, active, setActive, type, take, load, close, onKeyDown };
}

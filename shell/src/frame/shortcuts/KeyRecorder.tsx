import { Button, useText } from '@lading/ui';
import { type KeyboardEvent, useState } from 'react';
import { isUsable, keyCaps, strokeOf } from '../../shortcuts/keys.ts';
import { messages } from '../../shortcuts/messages.ts';
import type { ShortcutAction } from '../../shortcuts/Shortcuts.ts';

/** Maximum number of strokes in a sequence. */
const MOST_STROKES = 3;

interface RecorderProps {
  readonly label: string;
  /** Returns the action whose keys conflict with these. */
  readonly conflict: (keys: string) => ShortcutAction | undefined;
  readonly onKeep: (keys: string) => void;
  readonly onGiveUp: () => void;
}

/**
 * Records pressed keys until Enter saves them. Tab moves the focus, so that it is never trapped.
 */
export function KeyRecorder({ label, conflict, onKeep, onGiveUp }: RecorderProps) {
  const text = useText();
  const [strokes, setStrokes] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<string>();
  const keys = strokes.join(' ');
  const said = (pressed: string) =>
    keyCaps(pressed)
      .map((stroke) => stroke.join(' '))
      .join(` ${text(messages.andThen)} `);
  const other = keys === '' ? undefined : conflict(keys);
  const keep = () => {
    if (keys !== '' && !other) onKeep(keys);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent } = event;
    const bare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') return onGiveUp();
    if (key === 'Enter' && bare) return keep();
    if (key === 'Backspace' && bare) return setStrokes([]);
    const stroke = strokeOf(nativeEvent);
    if (stroke === undefined || event.repeat) return undefined;
    setRefused(isUsable(stroke) ? undefined : stroke);
    if (isUsable(stroke)) setStrokes(strokes.length < MOST_STROKES ? [...strokes, stroke] : [stroke]);
    return undefined;
  };

  return (
    <div className="lading-recorder">
      <span className="lading-shortcuts-label">{label}</span>
      <input
        // biome-ignore lint/a11y/noAutofocus: it records the keys that are pressed next
        autoFocus
        readOnly
        aria-label={`${text(messages.press)}. ${text(messages.pressed)}`}
        aria-invalid={other || refused ? true : undefined}
        placeholder={text(messages.press)}
        value={said(keys)}
        onKeyDown={onKeyDown}
      />
      <Button
        kind="main"
        label={text(messages.keep)}
        disabled={keys === '' || other !== undefined}
        onClick={keep}
      />
      <Button label={text(messages.giveUp)} onClick={onGiveUp} />
      <span role="alert" className="lading-recorder-says">
        {refused !== undefined && text(messages.cannot, { keys: said(refused) })}
        {refused === undefined && other && text(messages.taken, { keys: said(keys), label: other.label })}
      </span>
    </div>
  );
}

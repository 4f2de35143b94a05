import { isSingle, isUsable, strokeOf, strokesOf } from './keys.ts';
import type { ShortcutAction, Shortcuts } from './Shortcuts.ts';

/** Maximum time until the next key of a sequence, in milliseconds. */
export const NEXT_KEY_MS = 1_500;

/** Elements that handle keys themselves while focused. */
const OWN_KEYS = '[role=menu], [role=listbox], [role=combobox], [role=slider], [role=separator]';
const MODAL = 'dialog[open], [aria-modal="true"]';

/** Runs the actions of pressed keys. Ignores keys while the user types or a dialog is open. */
export class KeyReader {
  readonly #shortcuts: Shortcuts;
  readonly #actions: () => readonly ShortcutAction[];
  #pressed: string[] = [];
  #last = 0;

  constructor(shortcuts: Shortcuts, actions: () => readonly ShortcutAction[]) {
    this.#shortcuts = shortcuts;
    this.#actions = actions;
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    const stroke = strokeOf(event);
    if (stroke === undefined) return;
    if (!isUsable(stroke) || isElsewhere(event, stroke)) {
      this.#pressed = [];
      return;
    }
    if (event.timeStamp - this.#last > NEXT_KEY_MS) this.#pressed = [];
    this.#last = event.timeStamp;
    this.#pressed.push(stroke);
    let found = this.#find();
    if (found === 'none' && this.#pressed.length > 1) {
      this.#pressed = [stroke];
      found = this.#find();
    }
    if (found === 'none') this.#pressed = [];
    if (typeof found === 'string') return;
    this.#pressed = [];
    event.preventDefault();
    found.run();
  };

  /** Returns the action of the pressed keys; `begun` means that they start a sequence. */
  #find(): ShortcutAction | 'begun' | 'none' {
    let begun = false;
    for (const action of this.#actions()) {
      if (!this.#shortcuts.isActive(action)) continue;
      const strokes = strokesOf(this.#shortcuts.keysOf(action));
      if (!this.#pressed.every((stroke, at) => strokes[at] === stroke)) continue;
      if (strokes.length === this.#pressed.length) return action;
      begun = true;
    }
    return begun ? 'begun' : 'none';
  }
}

/** Returns whether the key belongs to the focused element or to an open dialog. */
function isElsewhere({ target }: KeyboardEvent, stroke: string): boolean {
  const page = document;
  if (page.querySelector(MODAL)) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(OWN_KEYS)) return true;
  return isTyping(target) && isSingle(stroke);
}

const NOT_TYPED = /^(?:button|checkbox|color|file|image|radio|range|reset|submit)$/;

function isTyping(target: HTMLElement): boolean {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.test(target.type);
  return (
    target.isContentEditable ||
    target.matches('textarea, select, [contenteditable]:not([contenteditable="false"])')
  );
}

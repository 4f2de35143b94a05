/** A part of the page that has the keys for itself while it is open. */
export const DIALOG = 'dialog[open], [aria-modal="true"]';
const FIELDS = 'input, textarea, select, [contenteditable]';

/** Returns the element if it takes keys that no frame may get: a field, or part of a dialog. */
export function heldByPage(target: EventTarget | null | undefined): HTMLElement | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  return target.matches(FIELDS) || target.closest(DIALOG) ? target : undefined;
}

import type { SyntheticEvent } from 'react';

/**
 * Shows the full text of a truncated cell on hover and focus, unless the cell already has a
 * tooltip.
 */
export function showWhole(event: SyntheticEvent<HTMLElement>): void {
  const row = event.currentTarget;
  const pointed = event.target as HTMLElement;
  if (pointed.closest('.ld-name, abbr')) return;
  let cut: HTMLElement | undefined;
  for (let each: HTMLElement | null = pointed; each && each !== row; each = each.parentElement) {
    if (each.hasAttribute('title') && each.dataset.cut === undefined) return;
    if (each.clientWidth > 0 && each.scrollWidth > each.clientWidth) cut ??= each;
    else if (each.dataset.cut !== undefined) forget(each);
  }
  if (!cut) return;
  cut.dataset.cut = '';
  cut.title = cut.textContent ?? '';
}

/** Removes the tooltip when the column is wider or the text has changed. */
function forget(cell: HTMLElement): void {
  delete cell.dataset.cut;
  cell.removeAttribute('title');
}

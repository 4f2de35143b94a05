import type { SyntheticEvent } from 'react';

/** Says whole, where it is pointed at or has the focus, what a cell has no room for. What has its own way to do so is left alone. */
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

/** A column has become wider, or the cell says something else now. */
function forget(cell: HTMLElement): void {
  delete cell.dataset.cut;
  cell.removeAttribute('title');
}

import { canOpen, canTick, type NodeRow, type Row } from './rows.ts';

/** Effect of a key in the tree. */
export type TreeMove =
  | { readonly focus: NodeRow }
  | { readonly open: NodeRow }
  | { readonly close: NodeRow }
  | { readonly choose: NodeRow }
  /** `on`: select all rows. Otherwise toggle the one row. */
  | { readonly tick: readonly NodeRow[]; readonly on?: true; readonly focus?: NodeRow };

/**
 * Returns the effect of a key as defined by the WAI-ARIA tree pattern, with Page Up and Page Down;
 * `undefined` for other keys.
 * `opens` and `closes` are the arrow keys that expand and collapse in the text direction of the
 * language.
 */
export function treeMove(
  key: string,
  rows: readonly Row[],
  at: number,
  isOpen: (row: NodeRow) => boolean,
  page: number,
  arrows = { opens: 'ArrowRight', closes: 'ArrowLeft' },
  shift = false,
): TreeMove | undefined {
  const row = rows[at];
  if (shift && row?.kind === 'node' && (key === 'ArrowDown' || key === 'ArrowUp')) {
    const step = key === 'ArrowDown' ? 1 : -1;
    const next = nearest(rows, at + step, step);
    return { tick: next ? [row, next] : [row], on: true, ...(next ? { focus: next } : {}) };
  }
  const focus = (to: NodeRow | undefined) => (to && to !== row ? { focus: to } : undefined);
  if (key === 'Home') return focus(nearest(rows, 0, 1));
  if (key === 'End') return focus(nearest(rows, rows.length - 1, -1));
  if (row?.kind !== 'node') return key === 'ArrowDown' ? focus(nearest(rows, 0, 1)) : undefined;
  switch (key) {
    case 'ArrowDown':
      return focus(nearest(rows, at + 1, 1));
    case 'ArrowUp':
      return focus(nearest(rows, at - 1, -1));
    case 'PageDown':
      return focus(nearest(rows, Math.min(rows.length - 1, at + page), -1));
    case 'PageUp':
      return focus(nearest(rows, Math.max(0, at - page), 1));
    case arrows.opens:
      if (!canOpen(row.node)) return undefined;
      return isOpen(row) ? focus(childOf(rows, at)) : { open: row };
    case arrows.closes:
      if (canOpen(row.node) && isOpen(row)) return { close: row };
      return focus(rows.slice(0, at).findLast((each): each is NodeRow => each.key === row.parent));
    case ' ':
      return canTick(row.node) ? { tick: [row] } : { choose: row };
    case 'Enter':
      return { choose: row };
    default:
      return undefined;
  }
}

function nearest(rows: readonly Row[], from: number, step: 1 | -1): NodeRow | undefined {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row?.kind === 'node') return row;
  }
  return undefined;
}

function childOf(rows: readonly Row[], at: number): NodeRow | undefined {
  const next = nearest(rows, at + 1, 1);
  return next?.parent === rows[at]?.key ? next : undefined;
}

/**
 * Returns the next line that starts with the typed text, from the active line on, wrapping around.
 */
export function typedRow(rows: readonly Row[], at: number, typed: string): NodeRow | undefined {
  const wanted = typed.toLowerCase();
  const fits = (row: Row | undefined): row is NodeRow =>
    row?.kind === 'node' && row.node.text.toLowerCase().startsWith(wanted);
  // A longer text may match the active line again; a first letter moves on to the next line.
  const start = typed.length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step += 1) {
    const row = rows[(Math.max(0, start) + step) % rows.length];
    if (fits(row)) return row;
  }
  return undefined;
}

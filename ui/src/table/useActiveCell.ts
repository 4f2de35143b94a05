import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isRightToLeft } from '../language/isRightToLeft.ts';

/** A cell by its row, -1 for the header, and its column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

interface Grid {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly rows: number;
  readonly columns: number;
  /** The initially active column: the main content precedes the actions. */
  readonly startColumn: number;
  /** Rows per Page Down. */
  readonly pageStep: () => number;
  readonly scrollTo: (row: number) => void;
}

/** Keeps one cell of a grid in tab order; arrow keys, Home, End, Page Up, and Page Down move it. */
export function useActiveCell(grid: Grid) {
  const [chosen, setActive] = useState<Cell>({ row: 0, column: grid.startColumn });
  // There may be fewer rows and columns now.
  const active = {
    row: Math.min(chosen.row, Math.max(0, grid.rows - 1)),
    column: Math.min(chosen.column, grid.columns - 1),
  };
  const toFocus = useRef(false);

  useLayoutEffect(() => {
    if (!toFocus.current) return;
    toFocus.current = false;
    const cell = grid.scroller.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"] > [data-column="${active.column}"]`,
    );
    (cell?.querySelector<HTMLElement>('a, button, input, .ld-table__link') ?? cell)?.focus({
      preventScroll: active.row >= 0,
    });
  });

  const move = (cell: Cell) => {
    const next = {
      row: clamp(cell.row, -1, grid.rows - 1),
      column: clamp(cell.column, 0, grid.columns - 1),
    };
    toFocus.current = true;
    setActive(next);
    if (next.row >= 0) grid.scrollTo(next.row);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.altKey ? undefined : target(event, active, grid);
    if (!next) return;
    event.preventDefault();
    move(next);
  };

  const onFocus = (event: FocusEvent) => {
    const cell = event.target.closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-row]');
    if (!cell || !row) return;
    const found = { row: Number(row.dataset.row), column: Number(cell.dataset.column) };
    if (found.row !== active.row || found.column !== active.column) setActive(found);
  };

  return { active, onKeyDown, onFocus };
}

function target(event: KeyboardEvent, { row, column }: Cell, grid: Grid): Cell | undefined {
  const far = event.ctrlKey || event.metaKey;
  const onwards = isRightToLeft(event.currentTarget) ? -1 : 1;
  switch (event.key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + onwards };
    case 'ArrowLeft':
      return { row, column: column - onwards };
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? grid.rows - 1 : row, column: grid.columns - 1 };
    case 'PageDown':
      return { row: row + grid.pageStep(), column };
    case 'PageUp':
      return { row: Math.max(0, row - grid.pageStep()), column };
    default:
      return undefined;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

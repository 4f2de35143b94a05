import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';
import type { TableLayout } from './TableLayout.ts';

/** Pixels that a growing column keeps, unless it says otherwise, and that its longest content can claim. */
const LEAST = 240;
const MOST = 460;
/** Rows whose content is looked at: those of the first page, so that columns keep still while the user scrolls. */
const SAMPLE = 100;

/**
 * The widths of columns, for a grid. A growing column keeps what its longest content needs: columns that can shrink give way to it first, without
 * measuring anything. Widths that the user has set stay.
 */
export function tracksOf<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  rows: RowSource<Row>,
): string {
  return columns
    .map((column) => {
      const width = layout.width(column);
      if (width === 'grow') return growing(column, rows);
      return column.shrinks === undefined || width !== column.width
        ? `${width}px`
        : `minmax(${column.shrinks}px, ${width}px)`;
    })
    .join(' ');
}

/** On a narrow page the content claims no more than a part of the table, so that other columns stay in sight. */
function growing<Row>({ least = LEAST, room }: Column<Row>, rows: RowSource<Row>): string {
  let most = least;
  for (let at = 0; room && at < Math.min(SAMPLE, rows.length); at++) {
    const row = rows.row(at);
    if (row !== undefined) most = Math.max(most, Math.min(MOST, Math.ceil(room(row))));
  }
  return most === least ? `minmax(${least}px, 1fr)` : `minmax(clamp(${least}px, 40%, ${most}px), 1fr)`;
}

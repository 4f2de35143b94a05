import type { Column } from './Column.ts';
import type { RowSource } from './RowSource.ts';
import type { TableLayout } from './TableLayout.ts';

/** Default minimum pixels of a growing column, and the maximum that content can claim. */
const LEAST = 240;
const MOST = 460;
/**
 * Number of rows whose content is considered: those of the first page, so that widths are stable
 * while scrolling.
 */
const SAMPLE = 100;
/** Estimated pixels around the title of a column, with an arrow if sortable, and of a character. */
const TITLE_FRAME = 24;
const ARROW = 20;
const TITLE_CHARACTER = 7.3;

/** Pixels of a column that has given way as far as it can, and of one that shows its content. */
interface Need {
  readonly least: number;
  readonly most: number;
}

/** Returns what columns need, by key, without measuring. */
export function needsOf<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  rows: RowSource<Row>,
): ReadonlyMap<string, Need> {
  return new Map(
    columns.map((column) => {
      const least = leastOf(column, layout);
      const resized = layout.width(column) !== column.width;
      return [column.key, { least, most: resized ? least : mostOf(column, least, rows) }];
    }),
  );
}

/**
 * Returns the keys of the columns that give way in `room` pixels, in this order, until the content
 * of the others is not cut.
 */
export function yieldingIn<Row>(
  room: number,
  columns: readonly Column<Row>[],
  layout: TableLayout,
  needs: ReadonlyMap<string, Need>,
): readonly string[] {
  const needed = ({ key, yields }: Column<Row>) => (needs.get(key) as Need)[yields ? 'least' : 'most'];
  let over = columns.reduce((sum, column) => sum + needed(column), -room);
  return columns
    .filter((column) => layout.canYield(column))
    .reverse()
    .filter((column) => {
      const yieldsNow = over > 0;
      if (yieldsNow) over -= needed(column);
      return yieldsNow;
    })
    .map(({ key }) => key);
}

/**
 * Returns the column widths for a grid. Growing columns keep the width of their longest content,
 * the first of them before the next, and shrinkable columns shrink for it. Widths set by the user
 * stay.
 */
export function tracksOf<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  needs: ReadonlyMap<string, Need>,
): string {
  const needOf = ({ key }: Column<Row>) => needs.get(key) as Need;
  // Pixels that are taken: at first, by all columns when each is as narrow as it gets.
  let taken = columns.reduce((sum, column) => sum + needOf(column).least, 0);
  return columns
    .map((column) => {
      const width = layout.width(column);
      const { least, most } = needOf(column);
      if (width !== 'grow' && most <= least)
        return least >= width ? `${least}px` : `minmax(${least}px, ${width}px)`;
      // The content claims no more than what is left, so that all columns stay in sight.
      const left = `100% - ${taken - least}px`;
      taken += most - least;
      const longest = width === 'grow' ? '1fr' : `${Math.max(width, most)}px`;
      return `minmax(clamp(${least}px, ${left}, ${most}px), ${longest})`;
    })
    .join(' ');
}

/** Pixels of a column that has given way as far as it can. */
function leastOf<Row>(column: Column<Row>, layout: TableLayout): number {
  const width = layout.width(column);
  if (width === 'grow') return column.least ?? LEAST;
  if (width !== column.width) return width;
  return column.shrinks ?? Math.max(width, titleRoom(column));
}

/** Pixels of the title, which is not cut unless the column shrinks for a name. */
function titleRoom({ title, fixed, head, sortable }: Column<never>): number {
  if (fixed || head !== undefined) return 0;
  return Math.ceil(TITLE_FRAME + (sortable ? ARROW : 0) + title.length * TITLE_CHARACTER);
}

/** Pixels that the content of a column claims. */
function mostOf<Row>({ room }: Column<Row>, least: number, rows: RowSource<Row>): number {
  let most = least;
  for (let at = 0; room && at < SAMPLE; at++) {
    const row = rows.row(at);
    if (row !== undefined) most = Math.max(most, Math.min(MOST, room(row)));
  }
  return most;
}

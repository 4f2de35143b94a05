import { ShortName } from '../names/ShortName.tsx';
import { CellLink } from '../table/CellLink.tsx';
import type { Column } from '../table/Column.ts';

/** Estimated pixels of a character: of a bold name, of other text, and of a second line. */
const BOLD = 9.2;
const PLAIN = 8.4;
const SMALL = 7.4;
/** Pixels between the columns. */
const PADDING = 24;

/** Pixels of a cell with text, for `Column.room`. */
export const textRoom = (text: string): number => PADDING + text.length * PLAIN;

interface Named<Row> {
  readonly key: string;
  readonly title: string;
  readonly nameOf: (row: Row) => string;
  /** URL of the page that the name links to. */
  readonly addressOf: (row: Row) => string;
  /**
   * Content of the second line, which windows without room for all columns have. Its column has
   * `yields`, and the list has `twoLines`.
   */
  readonly moreOf: (row: Row) => string;
  /** From `useNarrow`. */
  readonly narrow: boolean;
}

/** The column with the names of rows. It is the last to be cut. */
export function nameColumn<Row>(named: Named<Row>): Column<Row> {
  const { key, title, nameOf, addressOf, moreOf, narrow } = named;
  const second = (row: Row) => (narrow ? moreOf(row) : '');
  return {
    key,
    title,
    width: 'grow',
    least: 150,
    room: (row) => PADDING + Math.max(nameOf(row).length * BOLD, second(row).length * SMALL),
    sortable: true,
    link: true,
    phone: 'first',
    cell: (row) => (
      <>
        <CellLink to={addressOf(row)}>
          <ShortName text={nameOf(row)} />
        </CellLink>
        {second(row) && (
          <div className="ld-list__more">
            <ShortName text={second(row)} />
          </div>
        )}
      </>
    ),
  };
}

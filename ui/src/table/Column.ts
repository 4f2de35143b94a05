import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  /** Unique in its table; also what the table is sorted by. */
  readonly key: string;
  readonly title: string;
  /** In the place of the title. */
  readonly head?: ReactNode;
  /** Always shown, and as wide as it says. */
  readonly fixed?: boolean;
  /** Pixels; `grow` takes what the others leave. */
  readonly width: number | 'grow';
  /** Pixels that a column that grows keeps when the others leave less; 240 unless given. */
  readonly least?: number;
  /** Of a column that grows: pixels that the content of a row needs to be shown in full, up to 460. Columns that shrink give way. */
  readonly room?: (row: Row) => number;
  /** Pixels to which the column shrinks before the content of a growing column is cut. */
  readonly shrinks?: number;
  readonly sortable?: boolean;
  /** Each of its cells holds a `CellLink`, which takes the focus in the cell's place. */
  readonly link?: boolean;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** Where it stands on a phone, where a row has two lines; `lead` is before both; `away` unless given. */
  readonly phone?: 'first' | 'first-end' | 'second' | 'second-end' | 'lead' | 'away';
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

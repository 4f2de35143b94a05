import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  /** Unique in its table; also the sort key. */
  readonly key: string;
  readonly title: string;
  /** Replaces the title. */
  readonly head?: ReactNode;
  /** Always shown, with a fixed width. */
  readonly fixed?: boolean;
  /** Pixels; `grow` takes the remaining width. */
  readonly width: number | 'grow';
  /** Minimum pixels of a growing column; 240 by default. */
  readonly least?: number;
  /**
   * Pixels that the content of a row needs, up to 460. Other columns shrink and yield for it.
   */
  readonly room?: (row: Row) => number;
  /** Minimum pixels of the column before the content of a growing column is cut. */
  readonly shrinks?: number;
  /**
   * For less important columns: hidden where the content of others has no room, until the user
   * shows it; the last ones first. Those with `true` are also hidden in narrow windows.
   */
  readonly yields?: boolean | 'last';
  readonly sortable?: boolean;
  /** Each cell contains a link of a cell, which takes the focus instead of the cell. */
  readonly link?: boolean;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /**
   * Position on a phone, where a row has two lines; `lead` is before both, `trail` after both;
   * `away` by default.
   */
  readonly phone?: 'first' | 'first-end' | 'second' | 'second-end' | 'lead' | 'trail' | 'away';
  readonly cell: (row: Row) => ReactNode;
}

export interface Sort {
  readonly key: string;
  readonly descending: boolean;
}

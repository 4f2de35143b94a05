import type { Message } from '../message.ts';
import type { Requirement } from '../requirement.ts';
import type { ShellApi } from '../shell/ShellApi.ts';
import type { ContributionIcon } from './icon.ts';

/** A row of the package list. */
export interface PackageRow {
  /** ID of the package: `npm://@acme/left-pad`. */
  readonly id: string;
  /** With its scope or group: `@acme/left-pad`. */
  readonly name: string;
  /** As in the URL: `npm`, `docker`, `generic`. */
  readonly packageType: string;
  /** The latest version; absent if the package has none. */
  readonly latestVersion?: string;
}

/** A row of the versions of a package. */
export interface VersionRow {
  /** ID of the package: `npm://@acme/left-pad`. */
  readonly packageId: string;
  /** The version: `1.0.0`. */
  readonly version: string;
  /** Keys of the repositories that contain it. */
  readonly repositories: readonly string[];
}

/** A row of the repositories in the administration. */
export interface RepositoryRow {
  /** Key of the repository. */
  readonly key: string;
  /** Class of the repository. */
  readonly type: 'LOCAL' | 'REMOTE' | 'VIRTUAL';
  /** `npm`, `docker`, `generic`. */
  readonly packageType: string;
  /** The project that it belongs to; absent: none. */
  readonly project?: string;
}

/** Tables of the console that plugins can extend, with the type of their rows. */
export interface TableRows {
  /** The package list. */
  packages: PackageRow;
  /** The versions of a package. */
  versions: VersionRow;
  /** The repositories in the administration. */
  repositories: RepositoryRow;
}

/** Name of a table that plugins can extend. */
export type TableName = keyof TableRows;

/** A value with more than a text. */
export interface TableValue {
  /** Shown in the cell. */
  readonly text: string;
  /**
   * What the rows are sorted by, and what an exported file contains: numbers by value. Default:
   * `text`.
   */
  readonly value?: string | number;
  /** Page that the text links to, below `/ui`. */
  readonly path?: string;
  /** Tooltip. */
  readonly title?: string;
}

/** Value of a cell. `null`: the row has none, and the cell is empty. `undefined`: unknown. */
export type TableCell = string | TableValue | null | undefined;

/** An additional column of one table. */
export interface TableColumnOf<Table extends TableName> {
  /** Unique in the console. */
  readonly id: string;
  /** The table. */
  readonly table: Table;
  /** Header of the column. */
  readonly label: Message;
  /** Lower values come first, after the columns of the console; 999 by default. */
  readonly order?: number;
  /** Pixels, from 64 to 400; 140 by default. */
  readonly width?: number;
  /** `end` for numbers. */
  readonly align?: 'start' | 'end';
  /** Condition for showing it. */
  readonly requires?: Requirement;
  /**
   * Returns the value of each row, in the same order. Called once per page of rows, up to 100.
   * Until it resolves, the cells show that they are loading; if it rejects, or after 60 s, that
   * they failed, with Retry. Sorting and exporting `repositories`, which are all in the browser,
   * call it for all rows. The server pages `packages` and `versions`: they have no sort control. In
   * the frame of an untrusted plugin, it has 25 s, and `path` is used only for pages of the plugin.
   */
  readonly values: (rows: readonly TableRows[Table][], shell: ShellApi) => Promise<readonly TableCell[]>;
}

/**
 * An additional column of a table. Users can hide it; narrow windows hide it until they show it,
 * and phones always.
 */
export type TableColumn = { [Table in TableName]: TableColumnOf<Table> }[TableName];

/** An action in the menu of a row of one table. */
export interface RowActionOf<Table extends TableName> {
  /** Unique in the console. */
  readonly id: string;
  /** The table. */
  readonly table: Table;
  /** Label in the menu. */
  readonly label: Message;
  /** Icon next to the label. */
  readonly icon?: ContributionIcon;
  /** Lower values come first; 999 by default. */
  readonly order?: number;
  /** Condition for offering it. */
  readonly requires?: Requirement;
  /**
   * Whether it is available for the row; absent: for each. Called when the user opens the menu. If
   * it rejects, or takes more than 5 s, the action is disabled.
   */
  readonly available?: (row: TableRows[Table], shell: ShellApi) => Promise<boolean>;
  /**
   * Runs the action. An error appears as a notification. It is given up after 60 s in which no
   * dialog is open: a notification says so, and its result is ignored. In the frame of an untrusted
   * plugin, it has 30 s.
   */
  readonly run: (row: TableRows[Table], shell: ShellApi) => Promise<void>;
}

/** An action in the menu of each row of a table. */
export type RowAction = { [Table in TableName]: RowActionOf<Table> }[TableName];

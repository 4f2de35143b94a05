import type { Contribution, ShellApi, TableName, TableRows } from '@lading/contract';
import { action, autorun, computed, makeObservable, observableRef, untracked } from 'mobx';
import { createElement } from 'react';
import type { Column, Sort } from '../Column.ts';
import type { CompleteRows } from '../ExportLinks.tsx';
import type { RowSource } from '../RowSource.ts';
import type { TableExtension } from '../TableExtension.ts';
import { AddedCell } from './AddedCell.tsx';
import { ColumnValues, PAGE } from './ColumnValues.ts';
import { messages } from './messages.ts';
import { RowActions } from './RowActions.ts';
import { RowMenu } from './RowMenu.tsx';
import { SortedRows } from './SortedRows.ts';

const WIDTH = 140;
/** Pixels before the names of the rows are cut. */
const LEAST_WIDTH = 96;

interface Sorted<Row> extends Sort {
  readonly of: RowSource<Row>;
  readonly values: ColumnValues<Row>;
  readonly rows: SortedRows<Row>;
}

interface Shown<Row> {
  readonly rows: RowSource<Row>;
  readonly first: number;
  readonly last: number;
  readonly columns: readonly Column<Row>[];
}

/** Contributions of plugins to one table. Observable. */
export class Additions<Row> {
  readonly #shell: ShellApi;
  readonly #extension: TableExtension<Row>;
  /** The same object for a row each time, so that an open menu stays. */
  readonly #rows = new WeakMap<object, TableRows[TableName]>();
  /** By the key of the column. */
  readonly #values = new Map<string, ColumnValues<Row>>();
  readonly #actions: RowActions;
  readonly #stop: () => void;
  #sorted: Sorted<Row> | undefined;
  shown: Shown<Row> | undefined = undefined;

  constructor(shell: ShellApi, extension: TableExtension<Row>) {
    this.#shell = shell;
    this.#extension = extension;
    this.#actions = new RowActions(shell, extension.table);
    makeObservable(this, { shown: observableRef, show: action, columns: computed });
    this.#stop = autorun(() => this.#load());
  }

  /** The columns that the user can see, in order, and one with the menus of the rows. */
  get columns(): readonly Column<Row>[] {
    return [...this.#added, ...(this.#actions.all.length > 0 ? [this.#menus()] : [])];
  }

  get #added(): readonly Column<Row>[] {
    const { table } = this.#extension;
    return this.#shell
      .contributions('tableColumns')
      .filter(({ value }) => value.table === table && this.#shell.allows(value.requires))
      .sort((one, next) => (one.value.order ?? 999) - (next.value.order ?? 999))
      .map((column) => this.#column(column));
  }

  /** Tells which rows and columns are visible: their values are loaded. */
  show(rows: RowSource<Row>, first: number, last: number, columns: readonly Column<Row>[]): void {
    this.shown = { rows, first, last, columns };
  }

  /** The rows in the order of a contributed column; `undefined` for another order. */
  sorted(of: RowSource<Row>, sort: Sort | undefined): RowSource<Row> | undefined {
    const column = sort && this.columns.find(({ key }) => key === sort.key);
    const values = column?.sortable ? this.#values.get(column.key) : undefined;
    const { key, descending } = sort ?? {};
    const last = this.#sorted;
    if (last && last.of === of && last.values === values && last.descending === descending) return last.rows;
    last?.rows.dispose();
    this.#sorted = undefined;
    if (!values || key === undefined || descending === undefined) return undefined;
    this.#sorted = { of, values, key, descending, rows: new SortedRows(of, values, descending) };
    return this.#sorted.rows;
  }

  /**
   * Adds the values of the visible contributed columns to the fields of rows; `undefined` without
   * any, and for tables whose rows the server pages. Rejects if a value failed to load.
   */
  exporter(columns: readonly Column<Row>[]): CompleteRows<Row> | undefined {
    const { fieldsOf } = this.#extension;
    const added = columns.flatMap(({ key }) => {
      const values = this.#values.get(key);
      return values ? [[key, values] as const] : [];
    });
    if (!fieldsOf || added.length === 0) return undefined;
    return async (rows, format) => {
      for (const [, values] of added) await values.needAll(rows);
      return rows.map((row) => {
        // By key: an ID can be the name of a field.
        const cells = added.map(([key, values]) => [key, values.exported(row)]);
        return { ...fieldsOf(row, format), ...Object.fromEntries(cells) };
      });
    };
  }

  dispose(): void {
    this.#stop();
    this.#sorted?.rows.dispose();
  }

  #menus(): Column<Row> {
    const title = this.#shell.language.text(messages.actions);
    return {
      ...{ key: '/row-actions', title, width: 48, phone: 'trail' },
      cell: (row) => {
        const onRan = () => this.#reload(row);
        return createElement(RowMenu, { actions: this.#actions, row: this.#rowOf(row), onRan });
      },
    };
  }

  #rowOf = (row: Row): TableRows[TableName] => {
    const given = this.#rows.get(row as object) ?? this.#extension.rowOf(row);
    this.#rows.set(row as object, given);
    return given;
  };

  /** Loads the values of a row that an action may have changed. */
  #reload(row: Row): void {
    const shown = new Set(this.shown?.columns.map(({ key }) => key));
    for (const [key, values] of this.#values) {
      if (shown.has(key) || key === this.#sorted?.key) values.reload(row);
      else values.forget(row);
    }
  }

  #column(contribution: Contribution<'tableColumns'>): Column<Row> {
    const { id, label, width = WIDTH, align } = contribution.value;
    // No column of the console has a slash in its key.
    const key = `${contribution.plugin}/${id}`;
    let values = this.#values.get(key);
    if (values?.column !== contribution.value) {
      values = new ColumnValues(this.#shell, contribution, this.#rowOf);
      this.#values.set(key, values);
    }
    const own = values;
    return {
      ...{ key, title: this.#shell.language.text(label), width, yields: true },
      shrinks: Math.min(width, LEAST_WIDTH),
      ...(align ? { align } : {}),
      ...(this.#extension.fieldsOf ? { sortable: true } : {}),
      cell: (row) => createElement(AddedCell<Row>, { values: own, row }),
    };
  }

  /** Loads the values of the visible pages, once their rows are known. */
  #load(): void {
    if (!this.shown) return;
    const { rows, first, last, columns } = this.shown;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page++) {
      const start = page * PAGE;
      const known = Array.from({ length: PAGE }, (_, at) => rows.row(start + at));
      const loaded = known.filter((row) => row !== undefined);
      untracked(() => {
        for (const { key } of columns) this.#values.get(key)?.need(loaded);
      });
    }
  }
}

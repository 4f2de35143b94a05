import type { Contribution, ShellApi } from '@lading/contract';
import { action, autorun, computed, makeObservable, observableRef, untracked } from 'mobx';
import { createElement } from 'react';
import type { Column } from '../Column.ts';
import type { RowSource } from '../RowSource.ts';
import type { TableExtension } from '../TableExtension.ts';
import { AddedCell } from './AddedCell.tsx';
import { ColumnValues } from './ColumnValues.ts';
import { messages } from './messages.ts';
import { RowActions } from './RowActions.ts';
import { RowMenu } from './RowMenu.tsx';

/** Rows per call of a column. */
const PAGE = 100;
const WIDTH = 140;
/** Pixels before the names of the rows are cut. */
const LEAST_WIDTH = 96;

interface Shown<Row> {
  readonly rows: RowSource<Row>;
  readonly first: number;
  readonly last: number;
  readonly columns: readonly Column<Row>[];
}

/** What plugins add to one table. Observable. */
export class Additions<Row> {
  readonly #shell: ShellApi;
  readonly #extension: TableExtension<Row>;
  readonly #values = new Map<string, ColumnValues<Row>>();
  readonly #actions: RowActions;
  readonly #stop: () => void;
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

  /** Pixels of the columns. */
  get width(): number {
    return this.columns.reduce((sum, { width }) => sum + (width === 'grow' ? 0 : width), 0);
  }

  /** Tells which rows and columns are visible: their values are loaded. */
  show(rows: RowSource<Row>, first: number, last: number, columns: readonly Column<Row>[]): void {
    this.shown = { rows, first, last, columns };
  }

  dispose(): void {
    this.#stop();
  }

  #menus(): Column<Row> {
    const title = this.#shell.language.text(messages.actions);
    return {
      ...{ key: 'row-actions', title, width: 48, phone: 'trail' },
      cell: (row) => createElement(RowMenu, { actions: this.#actions, row: this.#extension.rowOf(row) }),
    };
  }

  #column(contribution: Contribution<'tableColumns'>): Column<Row> {
    const { id, label, width = WIDTH, align } = contribution.value;
    let values = this.#values.get(id);
    if (values?.column !== contribution.value) {
      values = new ColumnValues(this.#shell, contribution, this.#extension.rowOf);
      this.#values.set(id, values);
    }
    const own = values;
    return {
      ...{ key: id, title: this.#shell.language.text(label), width, yields: true },
      shrinks: Math.min(width, LEAST_WIDTH),
      ...(align ? { align } : {}),
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

import type { Contribution, Message, ShellApi, TableColumn, TableRows } from '@lading/contract';
import { makeObservable, observable, runInAction } from 'mobx';
import { asError } from '../../plugin/asError.ts';
import type { TableExtension } from '../TableExtension.ts';
import { type CheckedValue, checkedValue } from './checkedValue.ts';
import { messages } from './messages.ts';
import { within } from './within.ts';

const TIMEOUT_S = 30;

/** State of one cell. */
export type CellState =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly value: CheckedValue }
  | { readonly status: 'failed'; readonly cause: string; readonly retry: () => void };

const LOADING: CellState = { status: 'loading' };

type Values = (rows: readonly TableRows[keyof TableRows][], shell: ShellApi) => Promise<unknown>;

/** Values of one contributed column, by row. Observable. */
export class ColumnValues<Row> {
  readonly #shell: ShellApi;
  readonly #column: Contribution<'tableColumns'>;
  readonly #rowOf: TableExtension<Row>['rowOf'];
  readonly #states = new WeakMap<object, CellState>();
  #reported: string | undefined;
  /** Counts the changes of `#states`. */
  revision = 0;

  constructor(shell: ShellApi, column: Contribution<'tableColumns'>, rowOf: TableExtension<Row>['rowOf']) {
    this.#shell = shell;
    this.#column = column;
    this.#rowOf = rowOf;
    makeObservable(this, { revision: observable });
  }

  get column(): TableColumn {
    return this.#column.value;
  }

  stateOf(row: Row): CellState {
    return (this.revision >= 0 && this.#states.get(row as object)) || LOADING;
  }

  /** Loads the values of rows that have none yet, with one call. */
  need(rows: readonly Row[]): void {
    const missing = rows.filter((row) => !this.#states.has(row as object));
    if (missing.length > 0) void this.#load(missing);
  }

  async #load(rows: readonly Row[]): Promise<void> {
    this.#set(rows, () => LOADING);
    try {
      const values = await this.#call(rows);
      if (!Array.isArray(values)) throw new Error(this.#text(messages.invalid));
      const known = rows.map((_, at) => checkedValue(values[at]));
      if (known.includes('invalid')) throw new Error(this.#text(messages.invalid));
      this.#reported = undefined;
      this.#set(rows, (at) => ({ status: 'known', value: known[at] as CheckedValue }));
    } catch (thrown) {
      const error = asError(thrown);
      this.#report(error);
      const retry = () => void this.#load(rows);
      this.#set(rows, () => ({ status: 'failed', cause: error.message, retry }));
    }
  }

  /** Calls the plugin. A column that never responds fails as well. */
  #call(rows: readonly Row[]): Promise<unknown> {
    const values = this.#column.value.values as Values;
    return within(
      TIMEOUT_S,
      () => values(rows.map(this.#rowOf), this.#shell.shellOf(this.#column)),
      () => new Error(this.#text(messages.late, { seconds: TIMEOUT_S })),
    );
  }

  /** Reports a failure once, not for each page of rows. */
  #report(error: Error): void {
    if (error.message === this.#reported) return;
    this.#reported = error.message;
    this.#shell.reportFailure(this.#column, error);
  }

  #set(rows: readonly Row[], stateAt: (at: number) => CellState): void {
    for (const [at, row] of rows.entries()) this.#states.set(row as object, stateAt(at));
    runInAction(() => this.revision++);
  }

  #text(message: Message, values?: Readonly<Record<string, number>>): string {
    return this.#shell.language.text(message, values);
  }
}

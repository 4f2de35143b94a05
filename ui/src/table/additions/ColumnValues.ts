import type { Contribution, Message, ShellApi, TableColumn, TableRows } from '@lading/contract';
import { makeObservable, observable, runInAction, when } from 'mobx';
import { asError } from '../../plugin/asError.ts';
import type { TableExtension } from '../TableExtension.ts';
import { type CheckedValue, checkedValue, plainValue } from './checkedValue.ts';
import { messages } from './messages.ts';
import { within } from './within.ts';

/** Rows per call. */
export const PAGE = 100;
/** Twice the timeout of calls to the server: theirs ends first, and is reported as theirs. */
const TIMEOUT_S = 60;

/** State of one cell. */
export type CellState =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly value: CheckedValue }
  | {
      readonly status: 'failed';
      readonly cause: string;
      readonly retry: () => void;
      /** A retry is in progress. */
      readonly busy: boolean;
    };

const LOADING: CellState = { status: 'loading' };

type Values = (rows: readonly TableRows[keyof TableRows][], shell: ShellApi) => Promise<unknown>;

/** Values of one contributed column, by row. Observable. */
export class ColumnValues<Row> {
  readonly #shell: ShellApi;
  readonly #column: Contribution<'tableColumns'>;
  readonly #rowOf: TableExtension<Row>['rowOf'];
  readonly #states = new WeakMap<object, CellState>();
  /** The latest call for each row: the result of an earlier one is ignored. */
  readonly #calls = new WeakMap<object, object>();
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

  /**
   * Loads the values of all these rows, one call after the other, as long as they are wanted.
   * Resolves once all have been loaded or failed.
   */
  async needAll(rows: readonly Row[], isWanted = () => true): Promise<void> {
    for (let at = 0; at < rows.length; at += PAGE) {
      if (!isWanted()) return;
      const missing = rows.slice(at, at + PAGE).filter((row) => !this.#states.has(row as object));
      if (missing.length > 0) await this.#load(missing);
    }
    await when(() => this.hasEnded(rows));
  }

  /** Whether no value of these rows is loading. Observable. */
  hasEnded(rows: readonly Row[]): boolean {
    return rows.every((row) => this.stateOf(row).status !== 'loading');
  }

  /** Value of a row for sorting and export; `undefined` if it is unknown or absent. */
  plainOf(row: Row): string | number | undefined {
    const state = this.stateOf(row);
    return state.status === 'known' ? plainValue(state.value) : undefined;
  }

  /**
   * As in a file. Throws if it failed to load: a file with a part of the values would look
   * complete.
   */
  exported(row: Row): string | number | null | undefined {
    const state = this.stateOf(row);
    if (state.status === 'failed') {
      const column = this.#text(this.column.label);
      throw new Error(this.#text(messages.notExported, { column, cause: state.cause }));
    }
    return state.status === 'known' && state.value === 'none' ? null : this.plainOf(row);
  }

  /** Loads the value of a row again, which stays as it is until then. */
  reload(row: Row): void {
    if (this.#states.has(row as object)) void this.#load([row]);
  }

  /** Discards the value of a row: it is loaded when the column is visible again. */
  forget(row: Row): void {
    this.#states.delete(row as object);
    this.#calls.delete(row as object);
  }

  async #load(rows: readonly Row[]): Promise<void> {
    const call = {};
    for (const row of rows) this.#calls.set(row as object, call);
    this.#set(rows, call, (_, before) =>
      before?.status === 'failed' ? { ...before, busy: true } : (before ?? LOADING),
    );
    try {
      const values = await this.#call(rows);
      if (!Array.isArray(values)) throw new Error(this.#text(messages.invalid));
      const known = rows.map((_, at) => checkedValue(values[at]));
      if (known.includes('invalid')) throw new Error(this.#text(messages.invalid));
      this.#reported = undefined;
      this.#set(rows, call, (at) => ({ status: 'known', value: known[at] as CheckedValue }));
    } catch (thrown) {
      const error = asError(thrown);
      this.#report(error);
      const retry = () => void this.#load(rows);
      this.#set(rows, call, () => ({ status: 'failed', cause: error.message, retry, busy: false }));
    }
  }

  /** Calls the plugin. A column that never responds fails as well. */
  #call(rows: readonly Row[]): Promise<unknown> {
    const values = this.#column.value.values as Values;
    return within(
      TIMEOUT_S,
      () => values(rows.map(this.#rowOf), this.#shell.shellOf(this.#column)),
      new Error(this.#text(messages.late, { seconds: TIMEOUT_S })),
    );
  }

  /** Reports a failure once, not for each page of rows. */
  #report(error: Error): void {
    if (error.message === this.#reported) return;
    this.#reported = error.message;
    this.#shell.reportFailure(this.#column, error);
  }

  #set(
    rows: readonly Row[],
    call: object,
    stateAt: (at: number, before: CellState | undefined) => CellState,
  ): void {
    for (const [at, row] of (rows as readonly object[]).entries())
      if (this.#calls.get(row) === call) this.#states.set(row, stateAt(at, this.#states.get(row)));
    runInAction(() => this.revision++);
  }

  #text(message: Message, values?: Readonly<Record<string, string | number>>): string {
    return this.#shell.language.text(message, values);
  }
}

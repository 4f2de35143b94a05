import type { Contribution, ShellApi, TableName, TableRows } from '@lading/contract';
import { observable, runInAction } from 'mobx';
import { asError } from '../../plugin/asError.ts';
import { messages } from './messages.ts';
import { within } from './within.ts';

const CHECK_TIMEOUT_S = 5;

type AnyRow = TableRows[TableName];
/** The functions of an action of any table: the table of an action is that of its rows. */
type OfAnyRow<Of> = ((row: AnyRow, shell: ShellApi) => Promise<Of>) | undefined;

/** An action that a menu offers for a row. */
export interface OfferedAction {
  readonly action: Contribution<'rowActions'>;
  /** Why it cannot be run; absent if it can. */
  readonly failure?: string;
}

/** The actions of plugins for the rows of a table. */
export class RowActions {
  readonly #shell: ShellApi;
  readonly #table: TableName;
  /** Rows with an action in progress. */
  readonly #running = observable.map<AnyRow, true>([], { deep: false });

  constructor(shell: ShellApi, table: TableName) {
    this.#shell = shell;
    this.#table = table;
  }

  /** The actions that the user can run, in order. Observable. */
  get all(): readonly Contribution<'rowActions'>[] {
    return this.#shell
      .contributions('rowActions')
      .filter(({ value }) => value.table === this.#table && this.#shell.allows(value.requires))
      .sort((one, next) => (one.value.order ?? 999) - (next.value.order ?? 999));
  }

  /** Asks the plugins which actions are available for the row. Never rejects. */
  async offered(row: AnyRow): Promise<readonly OfferedAction[]> {
    const checked = await Promise.all(this.all.map((action) => this.#check(action, row)));
    return checked.filter((offered) => offered !== undefined);
  }

  /** Whether an action of the row is in progress. Observable. */
  isRunning(row: AnyRow): boolean {
    return this.#running.has(row);
  }

  /**
   * Runs an action, unless one of the row is in progress. Never rejects: the user sees an error as
   * a notification.
   */
  async run(action: Contribution<'rowActions'>, row: AnyRow): Promise<void> {
    if (this.#running.has(row)) return;
    const { value } = action;
    runInAction(() => this.#running.set(row, true));
    try {
      await (value.run as OfAnyRow<void>)?.(row, this.#shell.shellOf(action));
    } catch (thrown) {
      const error = asError(thrown);
      const { language, notifications } = this.#shell;
      const label = language.text(value.label);
      notifications.error(language.text(messages.actionFailed, { label, cause: error.message }));
      this.#shell.reportFailure(action, error);
    } finally {
      runInAction(() => this.#running.delete(row));
    }
  }

  async #check(action: Contribution<'rowActions'>, row: AnyRow): Promise<OfferedAction | undefined> {
    const available = action.value.available as OfAnyRow<boolean>;
    if (!available) return { action };
    const late = new Error(this.#shell.language.text(messages.late, { seconds: CHECK_TIMEOUT_S }));
    try {
      const is = await within(CHECK_TIMEOUT_S, () => available(row, this.#shell.shellOf(action)), late);
      return is === true ? { action } : undefined;
    } catch (thrown) {
      const error = asError(thrown);
      // It may wait for a slow server, which is no failure of the plugin.
      if (error !== late) this.#shell.reportFailure(action, error);
      return { action, failure: error.message };
    }
  }
}

/** Returns the name of a row, for screen readers. */
export function nameOfRow(row: AnyRow): string {
  if ('key' in row) return row.key;
  return 'version' in row ? row.version : row.name;
}

import type { Contribution, Message, ShellApi, TableName, TableRows } from '@lading/contract';
import { observable, runInAction } from 'mobx';
import { asError } from '../../plugin/asError.ts';
import { messages } from './messages.ts';
import { unlessLate } from './unlessLate.ts';
import { within } from './within.ts';

const CHECK_TIMEOUT_S = 5;
/** Twice the timeout of calls to the server, which end first. */
const RUN_TIMEOUT_S = 60;

type AnyRow = TableRows[TableName];
/** The functions of an action of any table: the table of an action is that of its rows. */
type OfAnyRow<Of> = ((row: AnyRow, shell: ShellApi) => Promise<Of>) | undefined;

/** An action that a menu offers for a row. */
export interface OfferedAction {
  readonly action: Contribution<'rowActions'>;
  /** Why it cannot be run; absent if it can. */
  readonly failure?: string;
  /** An action of its plugin is in progress for the row. */
  readonly waits?: true;
}

/** The actions of plugins for the rows of a table. */
export class RowActions {
  readonly #shell: ShellApi;
  readonly #table: TableName;
  /** The plugins with an action in progress, by row. */
  readonly #running = observable.map<AnyRow, ReadonlySet<string>>([], { deep: false });

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

  /** Whether each plugin with an action for the row runs one: no other can be run. Observable. */
  isBusy(row: AnyRow): boolean {
    const running = this.#running.get(row);
    return running !== undefined && this.all.every(({ plugin }) => running.has(plugin));
  }

  /**
   * Runs an action, unless one of its plugin is in progress for the row. Never rejects: the user
   * sees an error as a notification. An action that does not end is given up, and its result
   * ignored.
   */
  async run(action: Contribution<'rowActions'>, row: AnyRow): Promise<void> {
    const { plugin, value } = action;
    if (this.#running.get(row)?.has(plugin)) return;
    this.#mark(row, plugin, true);
    try {
      await unlessLate(
        RUN_TIMEOUT_S,
        () => (value.run as OfAnyRow<void>)?.(row, this.#shell.shellOf(action)),
        new Error(this.#text(messages.actionLate, { seconds: RUN_TIMEOUT_S })),
      );
    } catch (thrown) {
      const error = asError(thrown);
      const label = this.#shell.language.text(value.label);
      this.#shell.notifications.error(
        this.#text(messages.actionFailed, { label, plugin, cause: error.message }),
      );
      this.#shell.reportFailure(action, error);
    } finally {
      this.#mark(row, plugin, false);
    }
  }

  #mark(row: AnyRow, plugin: string, isRunning: boolean): void {
    const running = new Set(this.#running.get(row));
    if (isRunning) running.add(plugin);
    else running.delete(plugin);
    runInAction(() => {
      if (running.size > 0) this.#running.set(row, running);
      else this.#running.delete(row);
    });
  }

  async #check(action: Contribution<'rowActions'>, row: AnyRow): Promise<OfferedAction | undefined> {
    // Not asked, so that it cannot keep the menu from opening.
    if (this.#running.get(row)?.has(action.plugin)) return { action, waits: true };
    const available = action.value.available as OfAnyRow<boolean>;
    if (!available) return { action };
    const late = new Error(this.#text(messages.late, { seconds: CHECK_TIMEOUT_S }));
    try {
      const is = await within(CHECK_TIMEOUT_S, () => available(row, this.#shell.shellOf(action)), late);
      return is === true ? { action } : undefined;
    } catch (thrown) {
      const error = asError(thrown);
      // The plugin may wait for a slow server, which is not its failure.
      if (error !== late) this.#shell.reportFailure(action, error);
      return { action, failure: error.message };
    }
  }

  #text(message: Message, values: Readonly<Record<string, string | number>>): string {
    return this.#shell.language.text(message, values);
  }
}

/** Returns the name of a row, for screen readers. */
export function nameOfRow(row: AnyRow): string {
  if ('key' in row) return row.key;
  return 'version' in row ? row.version : row.name;
}

import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient, QueryConfig } from 'pg';
import type { Db } from './connection.ts';

/**
 * Error codes that follow from an earlier failure: a statement in a failed transaction, and one
 * whose preparation failed because of that.
 */
const failedBefore = new Set(['25P02', '26000']);

/**
 * A transaction on its own connection. Pipelines statements: sends them without waiting for the
 * previous ones.
 */
export class Transaction {
  readonly client: PoolClient;
  readonly db: Db;
  /** Set after commit or rollback. A later query would run on a connection that other work uses. */
  ended = false;
  /** Error of a nested call. Its incomplete work must not be committed. */
  failed?: { cause: unknown };
  /** Why the connection can no longer be used. */
  broken: Error | undefined;
  readonly beforeCommit: (() => Promise<void>)[] = [];
  readonly aroundCommit: (() => () => void)[] = [];
  readonly afterCommit: (() => void)[] = [];
  readonly afterEnd: (() => void)[] = [];
  readonly #happening: Promise<unknown>[] = [];
  /** First error of statements that were sent without awaiting them. */
  #refused?: { cause: unknown };
  readonly #sent: Promise<void>[] = [];

  constructor(client: PoolClient) {
    this.client = client;
    this.db = drizzle(client);
    // Sent together with the first statement.
    this.send({ text: 'BEGIN' });
  }

  send(query: QueryConfig): void {
    this.#sent.push(
      this.client.query(query).then(
        () => undefined,
        (cause: unknown) => {
          this.#refused ??= { cause };
        },
      ),
    );
  }

  /** Adds work that must complete before the commit. */
  waitFor(happening: Promise<unknown>): void {
    // Prevents an unhandled rejection. `commit` awaits it.
    happening.catch(() => undefined);
    this.#happening.push(happening);
  }

  /** Waits for the work added so far. Throws if it failed. */
  async untilHappened(): Promise<void> {
    await Promise.all(this.#happening);
  }

  /** Runs the work registered with `beforeCommit`, unless a part has failed. */
  async finish(): Promise<void> {
    if (this.failed) return;
    for (const work of this.beforeCommit) await work();
  }

  /** Throws if anything failed. Nothing is committed then. */
  async commit(): Promise<void> {
    await this.untilHappened();
    if (this.failed) throw this.failed.cause;
    const ends = this.aroundCommit.map((begin) => begin());
    try {
      // If a statement failed, the database rolls back instead and returns ROLLBACK.
      const { command } = await this.client.query('COMMIT');
      this.ended = true;
      await Promise.all(this.#sent);
      if (this.#refused) throw this.#refused.cause;
      if (command !== 'COMMIT') throw new Error(`The database responded to COMMIT with ${command}`);
    } finally {
      for (const end of ends) end();
    }
    for (const notify of this.afterCommit) notify();
  }

  async rollBack(): Promise<void> {
    if (!this.ended) {
      this.ended = true;
      await this.client.query('ROLLBACK').catch((failure: Error) => {
        this.broken = failure;
      });
    }
    await Promise.all(this.#sent);
  }

  /** Returns the first error, which can be the cause of the error that the work threw. */
  causeOf(error: unknown): unknown {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    const isLater = failedBefore.has(code ?? cause?.code ?? '');
    return this.#refused && isLater ? this.#refused.cause : error;
  }
}

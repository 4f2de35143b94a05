import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient, QueryConfig } from 'pg';
import type { Db } from './connection.ts';

/** Of a statement in a transaction that has failed before; of one whose preparation was refused for that. */
const failedBefore = new Set(['25P02', '26000']);

/** One transaction on a connection of its own, which sends what it is given without waiting for what was sent before. */
export class Transaction {
  readonly client: PoolClient;
  readonly db: Db;
  /** Set once committed or rolled back: a query after that would run on somebody else's connection. */
  ended = false;
  /** The error of a joined part: what it left half done must not be committed. */
  failed?: { cause: unknown };
  /** Why the connection is of no more use. */
  broken: Error | undefined;
  readonly beforeCommit: (() => Promise<void>)[] = [];
  readonly aroundCommit: (() => () => void)[] = [];
  readonly afterCommit: (() => void)[] = [];
  readonly #happening: Promise<unknown>[] = [];
  /** Of what was sent and not waited for, the first that failed. */
  #refused?: { cause: unknown };
  readonly #sent: Promise<void>[] = [];

  constructor(client: PoolClient) {
    this.client = client;
    this.db = drizzle(client);
    // It goes with the first statement.
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

  /** To be done before it is committed. */
  waitFor(happening: Promise<unknown>): void {
    // It may fail while nobody looks.
    happening.catch(() => undefined);
    this.#happening.push(happening);
  }

  /** Does what was left for the end, unless a part has failed. */
  async finish(): Promise<void> {
    if (this.failed) return;
    for (const work of this.beforeCommit) await work();
  }

  /** Throws where anything failed; nothing is committed then. */
  async commit(): Promise<void> {
    await Promise.all(this.#happening);
    if (this.failed) throw this.failed.cause;
    const ends = this.aroundCommit.map((begin) => begin());
    try {
      // After a failure the database rolls back instead, and says so.
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

  /** What went wrong first, of the error that the work ended with. */
  causeOf(error: unknown): unknown {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    const isLater = failedBefore.has(code ?? cause?.code ?? '');
    return this.#refused && isLater ? this.#refused.cause : error;
  }
}

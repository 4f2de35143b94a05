import { AsyncLocalStorage } from 'node:async_hooks';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { Platform } from '../platform/Platform.ts';
import { type Connected, connection, type Db } from './connection.ts';
import { Transaction } from './Transaction.ts';

export type { Connected, Db } from './connection.ts';

interface Context {
  readonly storage: Connected;
  readonly transaction?: Transaction;
}

const current = new AsyncLocalStorage<Context>();

function context(): Context {
  const found = current.getStore();
  if (!found) throw new Error('No storage in this context. Run the work inside withStorage(storage, work).');
  return found;
}

/** Makes the storage the current one for the work and everything it starts. */
export function withStorage<T>(storage: Connected, work: () => T): T {
  return current.run({ storage }, work);
}

/**
 * Runs the work on connections of low priority, for steady work in the background. It must not
 * hold locks that requests wait for: on a busy machine, it can be slow.
 */
export function inBackground<T>(work: () => T): T {
  const { storage } = context();
  const { background } = storage[connection];
  if (!background) return work();
  const lowered: Connected = Object.create(storage, { [connection]: { value: background } });
  return withStorage(lowered, work);
}

/**
 * Returns the storage of the current request, as this layer knows it. Throws outside of
 * `withStorage`.
 */
export function currentConnected(): Connected {
  return context().storage;
}

/**
 * Returns the platform of the current work, for functions that have no parameter for it. Routes
 * have `app.platform`, and installers get it as an argument: prefer those.
 */
export function currentPlatform(): Platform {
  const { platform } = context().storage;
  if (!platform) throw new Error('No platform uses this storage. Create one with createPlatform.');
  return platform;
}

/** Runs queries on the current storage, in the current transaction if there is one. */
export function db(): Db {
  const { storage, transaction } = context();
  if (!transaction) return storage[connection].db;
  if (transaction.ended) throw new Error('The transaction has ended. Await every query inside it.');
  return transaction.db;
}

/** A query with a fixed text. The database parses and plans it once per connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** SQL to select in a statement that commits on its own: the commit does not wait for the disk. */
export const unawaited = "set_config('synchronous_commit', 'off', true)";

/** Runs a prepared query. For queries of every request, because it is much faster than `db()`. */
export async function query<Row extends QueryResultRow>(
  { name, text }: Prepared,
  values: unknown[],
): Promise<Row[]> {
  const { storage, transaction } = context();
  if (transaction?.ended) throw new Error('The transaction has ended. Await every query inside it.');
  const { rows } = await (transaction?.client ?? storage[connection].pool).query<Row>({ name, text, values });
  return rows;
}

const dialect = new PgDialect();

/** Runs a generated statement as a prepared query. Its text must be the same each time. */
export async function prepared<Row extends QueryResultRow>(name: string, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return query<Row>({ name, text }, params);
}

/**
 * Runs the work in one transaction. A nested call joins it. An exception rolls all of it back, even
 * if the caller of a nested call catches it. Keep network requests, blob access, and hashing
 * outside, and run queries sequentially inside.
 */
export async function transaction<T>(work: () => Promise<T>): Promise<T> {
  const { storage, transaction: outer } = context();
  if (outer) return joined(outer, work);

  const client = await storage[connection].pool.connect();
  const own = new Transaction(client);
  try {
    const result = await current.run({ storage, transaction: own }, async () => {
      const done = await work();
      await own.finish();
      return done;
    });
    await own.commit();
    return result;
  } catch (error) {
    await own.rollBack();
    throw own.causeOf(error);
  } finally {
    client.release(own.broken);
    for (const notify of own.afterEnd) notify();
  }
}

async function joined<T>(outer: Transaction, work: () => Promise<T>): Promise<T> {
  if (outer.ended) throw new Error('The transaction has ended. Await all work inside it.');
  try {
    return await work();
  } catch (cause) {
    outer.failed ??= { cause };
    throw cause;
  }
}

/**
 * Sends a statement of the current transaction without awaiting it; its rows are discarded. If it
 * fails, the transaction is rolled back and throws that error.
 */
export function send({ name, text }: Prepared, values: unknown[]): void {
  const { transaction } = context();
  if (!transaction) throw new Error('Only a transaction can send statements without awaiting them');
  if (transaction.ended) throw new Error('The transaction has ended. Send no statement after it.');
  transaction.send({ name, text, values });
}

/** Sends a generated statement without awaiting it. Its text must be the same each time. */
export function sendPrepared(name: string, statement: SQL): void {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  send({ name, text }, params);
}

/**
 * Makes the commit of the current transaction wait for concurrent work. The transaction fails if
 * the work fails.
 */
export function commitAfter(happening: Promise<unknown>): void {
  const { transaction } = context();
  if (!transaction) throw new Error('No transaction in this context to wait for');
  transaction.waitFor(happening);
}

/**
 * Waits for the work of `commitAfter`, such as the upload of a file to the blob store: for locks
 * that must be held only briefly.
 */
export async function untilReadyToCommit(): Promise<void> {
  const { transaction } = context();
  if (!transaction) throw new Error('No transaction in this context to wait for');
  await transaction.untilHappened();
}

/**
 * Calls `begin` before the current transaction is committed, and the returned function after that.
 * In between, others may or may not see the change already. The second function also runs if the
 * commit fails, because after a lost connection the outcome is unknown. Without a transaction, the
 * change is already visible, and both run immediately.
 */
export function aroundCommit(begin: () => () => void): void {
  const { transaction } = context();
  if (transaction) transaction.aroundCommit.push(begin);
  else begin()();
}

/** Returns the same object for all parts of the current transaction. */
export function currentTransaction(): object | undefined {
  return context().transaction;
}

/**
 * Runs the work in the current transaction, after all other work and right before its commit. An
 * exception rolls it back.
 */
export function beforeCommit(work: () => Promise<void>): void {
  const { transaction } = context();
  if (!transaction) throw new Error('No transaction in this context to wait for');
  transaction.beforeCommit.push(work);
}

/**
 * Calls `notify` after the current transaction is durable, or immediately without a transaction.
 * Never called after a rollback.
 */
export function afterCommit(notify: () => void): void {
  const { transaction } = context();
  if (transaction) transaction.afterCommit.push(notify);
  else notify();
}

/**
 * Calls `notify` after the current transaction has ended, committed or not, or immediately without
 * a transaction.
 */
export function afterEnd(notify: () => void): void {
  const { transaction } = context();
  if (transaction) transaction.afterEnd.push(notify);
  else notify();
}

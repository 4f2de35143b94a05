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

/** Makes the storage the current one for the work and all it starts. */
export function withStorage<T>(storage: Connected, work: () => T): T {
  return current.run({ storage }, work);
}

/** The storage of the current request, as far as the database knows it; throws outside of `withStorage`. */
export function currentConnected(): Connected {
  return context().storage;
}

/**
 * The platform that the current work belongs to, for functions that have no parameter for it. Routes have `app.platform`, and installers an
 * argument: use those where you can.
 */
export function currentPlatform(): Platform {
  const { platform } = context().storage;
  if (!platform) throw new Error('No platform uses this storage. Create one with createPlatform.');
  return platform;
}

/** Queries of the current storage, in the current transaction when there is one. */
export function db(): Db {
  const { storage, transaction } = context();
  if (!transaction) return storage[connection].db;
  if (transaction.ended) throw new Error('The transaction has ended. Await every query inside it.');
  return transaction.db;
}

/** A query of fixed text: the database reads and plans it once for each connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** To be selected by a statement that is a transaction by itself: nobody waits until the disk has what it writes. */
export const unawaited = "set_config('synchronous_commit', 'off', true)";

/** For what is asked at every request: the same as a query of `db()`, for a fraction of its time. */
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

/** The same of a statement that is put together: its text must be the same each time. */
export async function prepared<Row extends QueryResultRow>(name: string, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return query<Row>({ name, text }, params);
}

/**
 * Runs the work in one transaction; a call inside another joins it. What throws rolls all of it back, also
 * when the one who joined catches the error. Keep network, blob and hashing work outside, and one query
 * after the other inside.
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
 * A query of the current transaction whose rows nobody looks at: whatever comes next does not wait for it. The transaction is
 * rolled back, and throws what this would have thrown, where it fails.
 */
export function send({ name, text }: Prepared, values: unknown[]): void {
  const { transaction } = context();
  if (!transaction) throw new Error('Only a transaction can send statements without awaiting them');
  if (transaction.ended) throw new Error('The transaction has ended. Send no statement after it.');
  transaction.send({ name, text, values });
}

/** The same of a statement that is put together: its text must be the same each time. */
export function sendPrepared(name: string, statement: SQL): void {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  send({ name, text }, params);
}

/** What must have happened before the current transaction is committed, and may happen meanwhile; it fails where that does. */
export function commitAfter(happening: Promise<unknown>): void {
  const { transaction } = context();
  if (!transaction) throw new Error('No transaction in this context to wait for');
  transaction.waitFor(happening);
}

/**
 * Runs before the current transaction is committed, and what it gives once that has ended: between the two, others may
 * or may not see it already. The second runs also where the commit fails: a lost connection leaves open what became of
 * it. Without a transaction the change has been made, and both run at once.
 */
export function aroundCommit(begin: () => () => void): void {
  const { transaction } = context();
  if (transaction) transaction.aroundCommit.push(begin);
  else begin()();
}

/** The same object for all parts of the current transaction. */
export function currentTransaction(): object | undefined {
  return context().transaction;
}

/** Runs in the current transaction, after all other work and right before its commit; what it throws rolls it back. */
export function beforeCommit(work: () => Promise<void>): void {
  const { transaction } = context();
  if (!transaction) throw new Error('No transaction in this context to wait for');
  transaction.beforeCommit.push(work);
}

/** Runs once the current transaction is durable, at once when there is none; never after a rollback. */
export function afterCommit(notify: () => void): void {
  const { transaction } = context();
  if (transaction) transaction.afterCommit.push(notify);
  else notify();
}

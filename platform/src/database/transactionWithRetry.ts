import { currentTransaction, transaction } from './db.ts';
import { isDeadlock } from './unavailable.ts';

/** Each retry costs the second after which the database detects the deadlock. */
const maxAttempts = 5;

/**
 * Runs work in its own transaction and retries it after a deadlock. For work that locks many rows
 * while others lock them in another order. The database aborts one of two deadlocked transactions,
 * and the other has finished when the aborted one is retried. Within a transaction, the work joins
 * it, and the outer call retries.
 */
export async function transactionWithRetry<T>(work: () => Promise<T>): Promise<T> {
  if (currentTransaction() !== undefined) return transaction(work);
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(work);
    } catch (error) {
      if (tries === maxAttempts || !isDeadlock(error)) throw error;
    }
  }
}

import { transaction } from './db.ts';
import { isDeadlock } from './unavailable.ts';

/** Each costs the second after which the database looks who waits for whom. */
const mostTries = 5;

/**
 * In a transaction of its own, for work that holds many rows while others hold them in another order: where two wait for each other, the
 * database breaks one of them off. If it is this one, it begins again, and the other is done by then.
 */
export async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction(work);
    } catch (error) {
      if (tries === mostTries || !isDeadlock(error)) throw error;
    }
  }
}

/** How long a start tries to reach a database that doesn't respond in time, in milliseconds. */
const startMs = 30_000;

/** Of node-postgres: the connection, the pool, and the query took too long. */
const timeouts = /connection timeout|timeout exceeded when trying to connect|query read timeout/i;

/**
 * Repeats work that timed out, for up to 30 seconds: a busy machine, such as one that starts several servers at once, is no reason to give up. Other
 * failures, such as a rejected connection, are thrown immediately.
 */
export async function retryTimeouts<T>(work: () => Promise<T>, now = Date.now): Promise<T> {
  const end = now() + startMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !timeouts.test(error.message) || now() >= end) throw error;
    }
  }
}

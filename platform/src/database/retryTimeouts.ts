/** How long startup retries a database that times out, in milliseconds. */
const startMs = 30_000;

/** Timeout messages of node-postgres: for the connection, the pool, and the query. */
const timeouts = /connection timeout|timeout exceeded when trying to connect|query read timeout/i;

/**
 * Retries work that timed out, for up to 30 seconds, for example on a machine that starts several
 * servers at the same time. Other errors, such as a rejected connection, are thrown immediately.
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

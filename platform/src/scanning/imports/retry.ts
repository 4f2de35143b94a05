/** Maximum attempts while the database is too busy. */
const tries = 3;

/** Runs the work and retries it if the database aborted it for taking too long. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !tookTooLong(error)) throw error;
    }
  }
}

/** Returns the reason of an error, without the failed statement. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (tookTooLong(error)) return 'The database is too busy. Try again later.';
  return cause instanceof Error ? cause.message : String(cause);
}

/** Whether PostgreSQL's statement timeout or the client's own timeout was exceeded. */
function tookTooLong(error: unknown): boolean {
  const cause = (error instanceof Error ? error.cause : undefined) ?? error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return code === '57014' || message === 'Query read timeout';
}

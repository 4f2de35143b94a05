/** How often something is tried that the database was too busy for. */
const tries = 3;

/** Does the work, once more where the database gave it up because it took too long: what else it throws is thrown. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 1 || !tookTooLong(error)) throw error;
    }
  }
}

/** What went wrong, without the statement that it went wrong with. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (tookTooLong(error)) return 'The database is too busy. Try again later.';
  return cause instanceof Error ? cause.message : String(cause);
}

/** PostgreSQL's own limit, and that of the client who waits for it. */
function tookTooLong(error: unknown): boolean {
  const cause = (error instanceof Error ? error.cause : undefined) ?? error;
  const { code, message } = cause as { code?: unknown; message?: unknown };
  return code === '57014' || message === 'Query read timeout';
}

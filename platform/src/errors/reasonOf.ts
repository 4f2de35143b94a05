/** Stored and shown characters. */
const maxLength = 1000;

/**
 * Returns the reason of a failure for administrators: the message of the innermost cause. The query
 * builder's own message contains only the failed statement.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, maxLength);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.slice(0, maxLength);
}

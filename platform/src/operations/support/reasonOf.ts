/**
 * Returns the message of the innermost cause. The query builder's own message repeats the statement
 * and its values.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 1000);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message.slice(0, 1000);
}

/**
 * Whether the database itself aborted a statement that stored several items, because of one of
 * them, so that none was stored. Otherwise the connection was lost, and the outcome is unknown.
 */
export function wasRolledBack(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57P)/.test(code);
}

/** SQLSTATEs of a database that is starting, stopping, out of connections, or too slow. */
const states = /^(08|53|57P|57014|55P03|25P03|40001|40P01)/;
const sockets = [
  // A server that accepts no connections, because it hangs or has too many waiting.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];
const messages = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/i;

/**
 * Whether the error means that the database was temporarily unavailable, so that a retry may help.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && states.test(code)) return true;
  if (
    code !== undefined &&
    sockets.includes(code) &&
    syscall !== undefined &&
    /connect|read|write/.test(syscall)
  ) {
    return true;
  }
  return messages.test(error.message) || isUnavailable(error.cause);
}

/** Whether the database rolled back this transaction because of a deadlock with another one. */
export function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === '40P01' || isDeadlock(error.cause);
}

/** What went wrong on the way out, as far as a caller acts on it. */
export type OutgoingFault =
  /** The address is one that may not be connected to, or no http address. */
  | 'refused'
  /** No such host, no connection, or it broke. */
  | 'unreachable'
  /** Silent for longer than allowed. */
  | 'timeout'
  /** More bytes than allowed. */
  | 'too-large'
  /** A redirect that the caller's rule does not follow. */
  | 'redirect'
  /** The proxy is unreachable. */
  | 'proxy'
  /** The proxy doesn't accept its user name and password. */
  | 'proxy-credentials'
  /** The proxy doesn't allow the connection. */
  | 'proxy-denied'
  /** The proxy doesn't exist, or its password cannot be decrypted. */
  | 'proxy-settings'
  | 'aborted';

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  /** The message names no address: what an upstream is called is for the caller to say. */
  constructor(
    readonly fault: OutgoingFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What a library threw, in our terms. */
export function asOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutgoingError) return cause;
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (/TIMEOUT|ETIMEDOUT/.test(code))
      return new OutgoingError('timeout', 'The server did not respond in time', { cause: error });
    if (code === 'UND_ERR_ABORTED' || cause.name === 'AbortError') {
      return new OutgoingError('aborted', 'The request was canceled', { cause: error });
    }
    if (code) return new OutgoingError('unreachable', `Connection failed (${code})`, { cause: error });
  }
  return new OutgoingError('unreachable', 'Connection failed', { cause: error });
}

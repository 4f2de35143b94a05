/**
 * An error response. Throw it anywhere below a route. It is rendered as `{errors: [{code, message,
 * detail}]}` with its status. The message says what failed and what is expected. It is sent to the
 * caller unchanged, so it must never contain a secret.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    /** HTTP status, 400 to 599. */
    readonly status: number,
    /** Stable uppercase code for programs, such as `NOT_FOUND`. */
    readonly code: string,
    message: string,
    readonly detail?: string,
    /** Extra response headers, such as `WWW-Authenticate`. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** The cause is only logged. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

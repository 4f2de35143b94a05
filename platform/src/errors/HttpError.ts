/**
 * An answer that is not a success. Thrown anywhere below a route, rendered as
 * `{errors: [{code, message, detail}]}` with its status. The message says what was wrong and what
 * would be right; it reaches the caller as it stands, so it never holds a secret.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    /** 400 to 599. */
    readonly status: number,
    /** Stable and upper case, for programs: `NOT_FOUND`. */
    readonly code: string,
    message: string,
    readonly detail?: string,
    /** Extra response headers, such as `WWW-Authenticate`. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** The cause is for the log alone. */
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

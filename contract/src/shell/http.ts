/** Options of a request. */
export interface HttpOptions {
  /** `GET` by default. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Query parameters; `undefined` values are omitted, lists repeat the key. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request, which then rejects with the signal’s reason. */
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds; 30000 by default. */
  readonly timeout?: number;
  /** Receives the headers of a successful response, such as `ETag`. */
  readonly onHeaders?: (headers: Headers) => void;
  /**
   * `false`: no retries. Otherwise, a GET or HEAD without a response, or with status 429, 502, 503,
   * or 504, is sent up to three times within the timeout, respecting `Retry-After`. Other methods
   * are never retried.
   */
  readonly retry?: boolean;
}

/**
 * Requests to the platform's API. Paths start at the origin: `/ui/api/v1/…`. Sends the session
 * cookie.
 */
export interface Http {
  /** Returns the JSON of the response; `undefined` without a body. Throws `HttpFailure`. */
  json<T>(path: string, options?: HttpOptions): Promise<T>;
  /** Returns the text of the response. Throws `HttpFailure`. */
  text(path: string, options?: HttpOptions): Promise<string>;
}

/** A failed request. */
export class HttpFailure extends Error {
  /** 0 without a response (network error, timeout). */
  readonly status: number;
  /** The server's error code, for example `CREDENTIALS_EXPIRED`. */
  readonly code: string | undefined;
  /** The response body, parsed if it is JSON. */
  readonly body: unknown;

  constructor(status: number, message: string, code?: string, body?: unknown) {
    super(message);
    this.name = 'HttpFailure';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

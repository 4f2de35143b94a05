/** How to make a call. */
export interface HttpOptions {
  /** `GET` unless given. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
  /** Appended to the address; `undefined` values are left out, lists repeat the key. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Added to those that every call has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Gives the call up; it then rejects with the signal’s reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds; 30000 unless given. */
  readonly timeout?: number;
  /**
   * `false`: asked once. Otherwise a GET or HEAD that had no answer, or 429, 502, 503 or 504, is asked up to three times
   * within its time, as `Retry-After` asks; other methods never are.
   */
  readonly retry?: boolean;
}

/** The platform's calls. Addresses start at the origin: `/ui/api/v1/…`. The session's cookie goes along. */
export interface Http {
  /** The answer's JSON, or `undefined` when it has no body. Throws `HttpFailure`. */
  json<T>(path: string, options?: HttpOptions): Promise<T>;
  /** The answer's text. Throws `HttpFailure`. */
  text(path: string, options?: HttpOptions): Promise<string>;
}

/** A call that did not succeed. */
export class HttpFailure extends Error {
  /** 0 when no answer came (network, time-out). */
  readonly status: number;
  /** The server's code, for example `CREDENTIALS_EXPIRED`. */
  readonly code: string | undefined;
  /** What the server sent, parsed where it was JSON. */
  readonly body: unknown;

  constructor(status: number, message: string, code?: string, body?: unknown) {
    super(message);
    this.name = 'HttpFailure';
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

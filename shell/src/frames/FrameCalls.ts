import { type Http, HttpFailure } from '@lading/contract';
import { type CallLimits, isFramedCall } from '@lading/contract/validation';
import type { FrameCall, ToFrame } from '../framed/protocol.ts';

/** Calls in progress. A browser makes no more in parallel over HTTP/1.1 than six. */
const MOST_CALLS = 20;
/** Longest response that a frame gets, in characters. */
const MOST_TEXT = 10_000_000;
/** Headers that a frame gets. */
const HEADERS = ['content-type', 'etag', 'last-modified', 'link'];

/** Makes the calls of one frame, as far as they are allowed. */
export class FrameCalls {
  readonly #http: Pick<Http, 'text'>;
  readonly #limits: CallLimits;
  readonly #label: string;
  readonly #post: (message: ToFrame) => void;
  readonly #running = new Map<number, AbortController>();

  constructor(http: Pick<Http, 'text'>, limits: CallLimits, label: string, post: (message: ToFrame) => void) {
    this.#http = http;
    this.#limits = limits;
    this.#label = label;
    this.#post = post;
  }

  async make({ id, ...call }: FrameCall & { readonly id: number }): Promise<void> {
    const { method, path, query, timeout, retry } = call;
    if (this.#running.has(id) || this.#running.size >= MOST_CALLS)
      return this.#fail(id, new HttpFailure(429, 'Too many calls at the same time', 'TOO_MANY_CALLS'));
    if (!isFramedCall(method, path, this.#limits)) {
      const text = `${this.#label} is untrusted and does not declare the call ${method} ${path}`;
      return this.#fail(id, new HttpFailure(403, text, 'PLUGIN_CALL_DENIED'));
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    const headers: Record<string, string> = {};
    try {
      const text = await this.#http.text(query === '' ? path : `${path}?${query}`, {
        method,
        signal: controller.signal,
        // The server denies calls that return credentials, and those that need a recent sign-in.
        headers: { 'x-lading-frame': this.#limits.plugin },
        ...(call.body === undefined ? {} : { body: JSON.parse(call.body) as unknown }),
        ...(timeout === undefined ? {} : { timeout }),
        ...(retry === undefined ? {} : { retry }),
        onHeaders: (found) => {
          for (const name of HEADERS) {
            const value = found.get(name);
            if (value !== null) headers[name] = value;
          }
        },
      });
      if (text.length > MOST_TEXT) throw new HttpFailure(200, `The response to ${path} is too long`);
      this.#post({ kind: 'response', id, text, headers });
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(id, error);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Ends one call, or all. */
  abort(id?: number): void {
    for (const [each, controller] of this.#running) {
      if (id === undefined || each === id) controller.abort();
    }
  }

  #fail(id: number, error: unknown): void {
    if (!(error instanceof HttpFailure)) {
      this.#post({ kind: 'failure', id, status: 0, message: 'The call is invalid' });
      return;
    }
    const { status, message, code, body } = error;
    this.#post({ kind: 'failure', id, status, message, ...(code === undefined ? {} : { code }), body });
  }
}

import { type Http, HttpFailure, type HttpOptions } from '../../shell/http.ts';

export interface FakeCall {
  readonly method: string;
  readonly path: string;
  readonly options: HttpOptions;
}

type Answer = unknown | ((call: FakeCall) => unknown);

/**
 * Returns the responses set with `on`; other requests return status 501 and a message with the
 * request. A response may be a function of the request; its error is the failure of the request.
 */
export class FakeHttp implements Http {
  readonly calls: FakeCall[] = [];
  readonly #answers = new Map<string, { answer: Answer; headers: Readonly<Record<string, string>> }>();

  /** `what`: method and path, for example `GET /ui/api/v1/ui/auth/current`. */
  on(what: string, answer: Answer, headers: Readonly<Record<string, string>> = {}): this {
    this.#answers.set(what, { answer, headers });
    return this;
  }

  async json<T>(path: string, options: HttpOptions = {}): Promise<T> {
    return (await this.#answer(path, options)) as T;
  }

  async text(path: string, options: HttpOptions = {}): Promise<string> {
    return String(await this.#answer(path, options));
  }

  async #answer(path: string, options: HttpOptions): Promise<unknown> {
    options.signal?.throwIfAborted();
    const call: FakeCall = { method: options.method ?? 'GET', path, options };
    this.calls.push(call);
    const what = `${call.method} ${path}`;
    const found = this.#answers.get(what);
    if (!found) throw new HttpFailure(501, `The test has no answer for ${what}`);
    const { answer, headers } = found;
    const value = typeof answer === 'function' ? await answer(call) : answer;
    options.onHeaders?.(new Headers(headers));
    return value;
  }
}

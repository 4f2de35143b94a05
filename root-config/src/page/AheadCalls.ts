import type { AheadRequest } from '@lading/contract';

interface Sent {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
}

/** The same headers as the shell's requests. */
const HEADERS = {
  accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
  'x-requested-with': 'XMLHttpRequest',
};

/** Milliseconds after which an unused response expires. */
const FRESH_MS = 30_000;

/** The first request of a page, whose response tells whether the user is an administrator. */
const USER = '/ui/api/v1/ui/auth/current';

/** Requests declared by the page: sent before the code that needs their responses has arrived. */
export class AheadCalls {
  readonly #sent = new Map<string, Sent>();
  readonly #until = Date.now() + FRESH_MS;
  /** Requests for administrators that are not sent yet, by key. */
  readonly #waiting = new Map<string, AheadRequest>();

  constructor(requests: readonly AheadRequest[] = []) {
    for (const request of requests)
      if (request.admin) this.#waiting.set(keyOf(request), request);
      else this.#send(request);
    const user = this.#sent.get(keyOf({ path: USER }))?.answer;
    if (user && this.#waiting.size > 0) this.#sendIfAdmin(user).catch(() => {});
  }

  /** The caller of `take` reads the response, too. */
  async #sendIfAdmin(user: Promise<Response>): Promise<void> {
    const { admin } = await (await user).clone().json();
    if (admin) for (const request of this.#waiting.values()) this.#send(request);
    this.#waiting.clear();
  }

  #send(request: AheadRequest): void {
    const { method = 'GET', path, body } = request;
    const controller = new AbortController();
    const answer = fetch(path, {
      method,
      credentials: 'same-origin',
      signal: controller.signal,
      headers: { ...HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // The caller of `take` handles failures.
    answer.catch(() => {});
    this.#sent.set(keyOf(request), { answer, controller });
  }

  /** Returns the response of the same request, once. */
  take(address: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> | undefined {
    const key = `${method} ${address} ${body ?? ''}`;
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    this.#waiting.delete(key);
    // A request that may change data, especially a sign-in, invalidates earlier responses.
    if (!sent && method !== 'GET') {
      this.#sent.clear();
      this.#waiting.clear();
    }
    if (!sent || Date.now() > this.#until) return undefined;
    const stop = () => sent.controller.abort();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    return sent.answer;
  }
}

function keyOf({ method = 'GET', path, body }: AheadRequest): string {
  return `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`;
}

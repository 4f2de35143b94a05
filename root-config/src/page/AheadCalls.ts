import type { AheadRequest } from '@lading/contract';

interface Sent {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
}

/** As the shell's calls have them. */
const HEADERS = {
  accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
  'x-requested-with': 'XMLHttpRequest',
};

/** What nobody has taken for so long is asked for again, in milliseconds. */
const FRESH_MS = 30_000;

/** Calls that the page has named: they are under way before the code that needs their answers has arrived. */
export class AheadCalls {
  readonly #sent = new Map<string, Sent>();
  readonly #until = Date.now() + FRESH_MS;

  constructor(requests: readonly AheadRequest[] = []) {
    for (const { method = 'GET', path, body } of requests) {
      const controller = new AbortController();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = fetch(path, {
        method,
        credentials: 'same-origin',
        signal: controller.signal,
        headers: { ...HEADERS, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(text === undefined ? {} : { body: text }),
      });
      // Whoever takes the answer is told of a failure.
      answer.catch(() => {});
      this.#sent.set(keyOf(path, method, text), { answer, controller });
    }
  }

  /** The answer of the same call, once. */
  take(address: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> | undefined {
    const key = keyOf(address, method, body);
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    // A call that may change something, a sign-in above all, makes old what was answered before it.
    if (!sent && method !== 'GET') this.#sent.clear();
    if (!sent || Date.now() > this.#until) return undefined;
    const stop = () => sent.controller.abort();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    return sent.answer;
  }
}

function keyOf(address: string, method: string, body: BodyInit | null | undefined): string {
  return `${method} ${address} ${body ?? ''}`;
}

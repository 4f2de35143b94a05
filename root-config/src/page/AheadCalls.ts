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

/** Requests declared by the page: sent before the code that needs their responses has arrived. */
export class AheadCalls {
  readonly #sent = new Map<string, Sent>();
  readonly #until = Date.now() + FRESH_MS;

  constructor(requests: readonly AheadRequest[] = []) {
    let admin: Promise<void> | undefined;
    for (const { method = 'GET', path, body, ...only } of requests) {
      const controller = new AbortController();
      const text = body === undefined ? undefined : JSON.stringify(body);
      const send = () =>
        fetch(path, {
          method,
          credentials: 'same-origin',
          signal: controller.signal,
          headers: { ...HEADERS, ...(text === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(text === undefined ? {} : { body: text }),
        });
      const answer = only.admin ? Promise.resolve(admin).then(send) : send();
      // The first request of a page is that of its user.
      admin ??= answer.then(requireAdmin);
      // The caller of `take` handles failures.
      for (const each of [answer, admin]) each.catch(() => {});
      this.#sent.set(keyOf(path, method, text), { answer, controller });
    }
  }

  /** Returns the response of the same request, once. */
  take(address: string, { method = 'GET', body, signal }: RequestInit): Promise<Response> | undefined {
    const key = keyOf(address, method, body);
    const sent = this.#sent.get(key);
    this.#sent.delete(key);
    // A request that may change data, especially a sign-in, invalidates earlier responses.
    if (!sent && method !== 'GET') this.#sent.clear();
    if (!sent || Date.now() > this.#until) return undefined;
    const stop = () => sent.controller.abort();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    return sent.answer;
  }
}

/** Throws if the user is no administrator. The caller of `take` reads the response, too. */
async function requireAdmin(user: Response): Promise<void> {
  if (!(await user.clone().json()).admin) throw new Error();
}

function keyOf(address: string, method: string, body: BodyInit | null | undefined): string {
  return `${method} ${address} ${body ?? ''}`;
}

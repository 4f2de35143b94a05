import { type Http, HttpFailure, type HttpOptions } from '@lading/contract';
import type { ErrorAnswer } from '@lading/contract/rest';

/** Milliseconds that a call may take unless it says otherwise. */
export const CALL_TIMEOUT_MS = 30_000;

/** Asked when the platform answers 401: resolves to whether there is a session again. */
export type RenewSession = () => Promise<boolean>;

/** The platform's calls, with the session's cookie. A session that ended meanwhile is renewed once, and the call repeated. */
export class HttpClient implements Http {
  /** How many calls are under way. */
  pending = 0;
  readonly #renew: RenewSession;

  constructor(renew: RenewSession = async () => false) {
    this.#renew = renew;
  }

  async json<T>(path: string, options: HttpOptions = {}): Promise<T> {
    const text = await this.text(path, options);
    if (text === '') return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new HttpFailure(200, `${path} was answered with something that is not JSON`, undefined, text);
    }
  }

  async text(path: string, options: HttpOptions = {}): Promise<string> {
    this.pending++;
    try {
      return await call(path, options);
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 401 || !(await this.#renew())) throw error;
      return await call(path, options);
    } finally {
      this.pending--;
    }
  }
}

async function call(path: string, options: HttpOptions): Promise<string> {
  const { method = 'GET', body, headers, signal, timeout = CALL_TIMEOUT_MS } = options;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeout);
  const stop = () => clock.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const answer = await fetch(addressOf(path, options.query), {
      method,
      credentials: 'same-origin',
      signal: clock.signal,
      headers: {
        accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
        'x-requested-with': 'XMLHttpRequest',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.ok) return text;
    throw failureOf(answer, text);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (signal?.aborted) throw signal.reason;
    if (clock.signal.aborted)
      throw new HttpFailure(0, `The server did not answer within ${timeout / 1000} s`);
    throw new HttpFailure(0, 'The server could not be reached');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function addressOf(path: string, query: HttpOptions['query'] = {}): string {
  const values = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) values.append(key, String(one));
  }
  const text = values.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function failureOf(answer: Response, text: string): HttpFailure {
  const body = parsed(text);
  const [first] = (body as Partial<ErrorAnswer> | undefined)?.errors ?? [];
  const code = first?.code ?? (body as { code?: string } | undefined)?.code;
  const message = first?.message ?? `The server answered ${answer.status} ${answer.statusText}`.trim();
  return new HttpFailure(answer.status, message, code, body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}

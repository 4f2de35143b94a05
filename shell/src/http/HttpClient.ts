import { type Http, HttpFailure, type HttpOptions, type SignInReason } from '@lading/contract';
import type { ShellStart } from '@lading/contract/host';
import type { ErrorAnswer } from '@lading/contract/rest';
import { AWAY } from '../connection/Connection.ts';
import { addressOf } from './addressOf.ts';
import { patientFetch, whole, wholeFetch } from './patientFetch.ts';

/** Default timeout of a call, in milliseconds. */
const CALL_TIMEOUT_MS = 30_000;

/**
 * Called when the platform requires a sign-in for the call of that path. Resolves to whether the
 * user signed in.
 */
export type RenewSession = (reason: SignInReason, path: string) => Promise<boolean>;

/** Server reachability, for calls without a response. */
export interface Reach {
  readonly online: boolean;
  /** Reports a call without a response. Resolves to whether the server responds. */
  doubt(): Promise<boolean>;
  /** Reports a call that failed for that reason and should be retried later. */
  lost(): Promise<void>;
  /**
   * Waits for an unreachable server. Resolves to whether it was unreachable and is back; `signal`
   * ends the wait.
   */
  restored(signal: AbortSignal): Promise<boolean>;
}

/** Returns the response of a call that the page made ahead, unless it failed. */
export type TakeAhead = NonNullable<ShellStart['takeAhead']>;

const ALWAYS: Reach = {
  online: true,
  doubt: async () => true,
  lost: async () => {},
  restored: async () => false,
};

/**
 * Makes the platform's calls with the session cookie. If the session has expired, or is too old for
 * the call, it is renewed once and the call repeated. Read-only calls are retried after temporary
 * failures, and wait for an unreachable server.
 */
export class HttpClient implements Http {
  /** Number of calls in progress. */
  pending = 0;
  readonly #renew: RenewSession;
  readonly #reach: Reach;
  readonly #takeAhead: TakeAhead;

  constructor(
    renew: RenewSession = async () => false,
    reach: Reach = ALWAYS,
    takeAhead: TakeAhead = () => undefined,
  ) {
    this.#renew = renew;
    this.#reach = reach;
    this.#takeAhead = takeAhead;
  }

  async json<T>(path: string, options: HttpOptions = {}): Promise<T> {
    const text = await this.text(path, options);
    if (text === '') return undefined as T;
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new HttpFailure(200, `The response to ${path} is not JSON`, undefined, text);
    }
  }

  async text(path: string, options: HttpOptions = {}): Promise<string> {
    this.pending++;
    try {
      return await call(path, options, this.#reach, this.#takeAhead);
    } catch (error) {
      const reason = signInWanted(error);
      if (!reason || !(await this.#renew(reason, path))) throw error;
      return await call(path, options, this.#reach, this.#takeAhead);
    } finally {
      this.pending--;
    }
  }
}

/** Returns why the call needs a sign-in, or `undefined` if a sign-in would not help. */
function signInWanted(error: unknown): SignInReason | undefined {
  if (!(error instanceof HttpFailure)) return undefined;
  if (error.status === 401) return 'ended';
  return error.status === 403 && error.code === 'SIGN_IN_AGAIN' ? 'confirm' : undefined;
}

async function call(path: string, options: HttpOptions, reach: Reach, takeAhead: TakeAhead): Promise<string> {
  const { method = 'GET', body, headers, signal, timeout = CALL_TIMEOUT_MS } = options;
  const deadline = Date.now() + timeout;
  const repeatable = (method === 'GET' || method === 'HEAD') && options.retry !== false;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeout);
  const stop = () => clock.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    const address = addressOf(path, options.query);
    const init: RequestInit = {
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
    };
    const patience = {
      deadline,
      signal: clock.signal,
      worthwhile: () => reach.online,
      lost: () => void reach.doubt(),
    };
    const ask = () => (repeatable ? patientFetch(address, init, patience) : wholeFetch(address, init));
    const early = await takeAhead(address, init)
      ?.then(whole)
      .catch(() => undefined);
    const { answer, text } = early?.answer.ok
      ? early
      : await ask().catch(async (error: unknown) => {
          const back = repeatable && !clock.signal.aborted && (await reach.restored(clock.signal));
          if (back) return ask();
          throw error;
        });
    if (answer.ok) {
      options.onHeaders?.(answer.headers);
      return text;
    }
    if (AWAY.has(answer.status)) void reach.lost();
    throw failureOf(answer, text);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (signal?.aborted) throw signal.reason;
    void reach.lost();
    if (clock.signal.aborted)
      throw new HttpFailure(0, `The server did not respond within ${timeout / 1000} s`);
    throw new HttpFailure(0, 'Failed to reach the server');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

function failureOf(answer: Response, text: string): HttpFailure {
  const body = parsed(text);
  const errors = (body as Partial<ErrorAnswer> | undefined)?.errors;
  const [first] = Array.isArray(errors) ? errors : [];
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

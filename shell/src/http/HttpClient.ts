import { type Http, HttpFailure, type HttpOptions, type SignInReason } from '@lading/contract';
import type { ShellStart } from '@lading/contract/host';
import type { ErrorAnswer } from '@lading/contract/rest';
import { AWAY } from '../connection/Connection.ts';
import { patientFetch, whole, wholeFetch } from './patientFetch.ts';

/** Milliseconds that a call may take unless it says otherwise. */
const CALL_TIMEOUT_MS = 30_000;

/** Asked when the platform wants a sign-in before the call of that path: resolves to whether there was one. */
export type RenewSession = (reason: SignInReason, path: string) => Promise<boolean>;

/** Whether the server can be reached, as one who gets no answer wants to know. */
export interface Reach {
  readonly online: boolean;
  /** Told that a call had no answer. */
  doubt(): Promise<boolean>;
  /** Told that a call has failed for that reason, and is worth repeating later. */
  lost(): Promise<void>;
  /** Resolves to whether the server was out of reach and is back, which it waits for; `signal` ends the waiting. */
  restored(signal: AbortSignal): Promise<boolean>;
}

/** The answer of the same call when the page has made it ahead, unless that failed. */
export type TakeAhead = NonNullable<ShellStart['takeAhead']>;

const ALWAYS: Reach = {
  online: true,
  doubt: async () => true,
  lost: async () => {},
  restored: async () => false,
};

/**
 * The platform's calls, with the session's cookie. A session that ended meanwhile, or that is not fresh enough for what is asked, is
 * renewed once, and the call repeated. Calls that change nothing are repeated where a failure may pass, and wait for the server to come back within their time.
 */
export class HttpClient implements Http {
  /** How many calls are under way. */
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
      throw new HttpFailure(200, `${path} was answered with something that is not JSON`, undefined, text);
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

/** Whether the call would succeed after a sign-in. */
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
    if (early?.answer.ok) return early.text;
    const { answer, text } = await ask().catch(async (error: unknown) => {
      const back = repeatable && !clock.signal.aborted && (await reach.restored(clock.signal));
      if (back) return ask();
      throw error;
    });
    if (answer.ok) return text;
    if (AWAY.has(answer.status)) void reach.lost();
    throw failureOf(answer, text);
  } catch (error) {
    if (error instanceof HttpFailure) throw error;
    if (signal?.aborted) throw signal.reason;
    void reach.lost();
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

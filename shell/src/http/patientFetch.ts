import fetchRetry from 'fetch-retry';

/** Number of retries of a call without a response or with a temporary failure. */
export const RETRIES = 2;
/** Temporary failures: too many requests, and a gateway whose server is unreachable or starting. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** First pause before a retry, in milliseconds. It doubles with each retry. */
const FIRST_PAUSE_MS = 300;

/** Response with its complete body. */
export interface Answered {
  readonly answer: Response;
  readonly text: string;
}

export interface Patience {
  /** Deadline of all attempts, in milliseconds since 1970. */
  readonly deadline: number;
  /** Aborts the call, also during a pause. */
  readonly signal: AbortSignal;
  /** Returns whether another attempt may help. */
  readonly worthwhile: () => boolean;
  /** Called for each attempt without a response. */
  readonly lost: () => void;
}

/** Fetches a response with its text. A truncated body counts as no response. */
export async function wholeFetch(address: string, init: RequestInit): Promise<Answered> {
  return whole(await fetch(address, init));
}

export async function whole(answer: Response): Promise<Answered> {
  return { answer, text: await answer.text() };
}

/**
 * Fetches with retries, for read-only calls. Retries temporary failures within the deadline and
 * respects `Retry-After`.
 */
export function patientFetch(address: string, init: RequestInit, patience: Patience): Promise<Answered> {
  const { deadline, signal, worthwhile, lost } = patience;
  let pause = 0;
  const retrying = fetchRetry(wholeFetch)(address, {
    ...init,
    retryOn: (attempt, error, answered) => {
      if (error && !signal.aborted) lost();
      if (attempt >= RETRIES || signal.aborted || !worthwhile()) return false;
      if (!error && !PASSING.has(answered?.answer.status ?? 0)) return false;
      pause = askedPause(answered?.answer) ?? FIRST_PAUSE_MS * 2 ** attempt * (0.75 + Math.random() / 2);
      return Date.now() + pause < deadline;
    },
    retryDelay: () => pause,
  });
  return orAborted(retrying, signal);
}

/**
 * Returns the pause of a `Retry-After` header in milliseconds. The header specifies seconds or a
 * date.
 */
function askedPause(answer: Response | undefined): number | undefined {
  const asked = answer?.headers.get('retry-after');
  if (!asked) return undefined;
  const milliseconds = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Rejects when the signal aborts, even if `waited` never settles. */
function orAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

import fetchRetry from 'fetch-retry';

/** How often a call is repeated that had no answer, or one that may be another in a moment. */
export const RETRIES = 2;
/** Too many requests; a gateway whose server is away or starting. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The first pause in milliseconds; each further one is twice as long. */
const FIRST_PAUSE_MS = 300;

/** An answer that has arrived as a whole. */
export interface Answered {
  readonly answer: Response;
  readonly text: string;
}

export interface Patience {
  /** When all attempts must have ended, in milliseconds since 1970. */
  readonly deadline: number;
  /** Gives up, also during a pause. */
  readonly signal: AbortSignal;
  /** Whether another attempt is worth it at all. */
  readonly worthwhile: () => boolean;
  /** Told of each attempt without an answer. */
  readonly lost: () => void;
}

/** `fetch` with the answer's text: a body that breaks off is no answer. */
export async function wholeFetch(address: string, init: RequestInit): Promise<Answered> {
  return whole(await fetch(address, init));
}

export async function whole(answer: Response): Promise<Answered> {
  return { answer, text: await answer.text() };
}

/** The same for calls that change nothing: repeated while the failure may pass, as `Retry-After` asks, within the deadline. */
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

/** What `Retry-After` asks for, in milliseconds: it names seconds or a date. */
function askedPause(answer: Response | undefined): number | undefined {
  const asked = answer?.headers.get('retry-after');
  if (!asked) return undefined;
  const milliseconds = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Ends with the signal, whatever becomes of what was waited for. */
function orAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

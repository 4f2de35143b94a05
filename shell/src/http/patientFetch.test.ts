import { HttpFailure, type HttpOptions } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpClient, type Reach } from './HttpClient.ts';
import { RETRIES } from './patientFetch.ts';

type Answer = () => Response | Promise<Response>;
let asked: number[];
let answers: Answer[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (_address: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    asked.push(Date.now());
    return (answers.shift() ?? (() => Response.json('there')))();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response('<p>busy', { status: code, headers });
const reset: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const brokenOff: Answer = () =>
  new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('broken off')) }));

/** Returns the outcome of a call after all its retries. */
async function outcome(options: HttpOptions = {}, reach?: Reach): Promise<unknown> {
  const call = new HttpClient(async () => false, reach).json('/x', options).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return call;
}

describe('a read-only call', () => {
  it.each([
    ['429', status(429)],
    ['502', status(502)],
    ['503', status(503)],
    ['504', status(504)],
    ['no answer', reset],
    ['half an answer', brokenOff],
  ])('is asked again after %s, later each time [shell-15]', async (_what, answer) => {
    answers = [answer, answer];
    expect(await outcome()).toBe('there');
    expect(asked).toHaveLength(RETRIES + 1);
    const [first = 0, second = 0, third = 0] = asked;
    expect(third - second).toBeGreaterThan(second - first);
  });

  it('fails after the third attempt, with the last response', async () => {
    answers = [status(503), status(503), status(502)];
    expect(await outcome()).toMatchObject({ status: 502 });
    expect(asked).toHaveLength(3);
  });

  it.each([401, 403, 404, 500])('is not retried after %i', async (code) => {
    answers = [status(code)];
    expect(await outcome()).toBeInstanceOf(HttpFailure);
    expect(asked).toHaveLength(1);
  });

  it('waits as Retry-After specifies, in seconds or until a date', async () => {
    const start = Date.now();
    answers = [
      status(429, { 'retry-after': '3' }),
      () =>
        new Response('', { status: 503, headers: { 'retry-after': new Date(start + 8_000).toUTCString() } }),
    ];
    expect(await outcome()).toBe('there');
    expect((asked[1] ?? 0) - start).toBe(3_000);
    expect((asked[2] ?? 0) - start).toBeGreaterThan(6_900);
    expect((asked[2] ?? 0) - start).toBeLessThanOrEqual(8_000);
  });

  it('is not retried after its deadline', async () => {
    answers = [status(429, { 'retry-after': '11' })];
    expect(await outcome({ timeout: 10_000 })).toMatchObject({ status: 429 });
    expect(asked).toHaveLength(1);
  });

  it('is made once if its caller requires it', async () => {
    answers = [status(503)];
    expect(await outcome({ retry: false })).toMatchObject({ status: 503 });
    expect(asked).toHaveLength(1);
  });

  it('ends during a pause when its caller aborts it', async () => {
    answers = [status(503, { 'retry-after': '5' })];
    const controller = new AbortController();
    const call = new HttpClient().json('/x', { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    controller.abort(new Error('left the page'));
    expect(await call).toMatchObject({ message: 'left the page' });
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });
});

describe('a call that changes data', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('is made once: %s', async (method) => {
    answers = [reset];
    expect(await outcome({ method })).toMatchObject({
      status: 0,
      message: 'Failed to reach the server',
    });
    answers = [status(503)];
    expect(await outcome({ method })).toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });
});

describe('an unreachable server', () => {
  const away = (restored: Reach['restored']): Reach => ({
    online: false,
    doubt: async () => false,
    lost: async () => {},
    restored,
  });

  it('is waited for, and called again when it is back', async () => {
    answers = [reset];
    const back = async () => {
      await new Promise((resolve) => setTimeout(resolve, 8_000));
      return true;
    };
    expect(await outcome({}, away(back))).toBe('there');
    expect(asked).toHaveLength(2);
  });

  it('is waited for no longer than the timeout of the call', async () => {
    answers = [reset];
    const never: Reach['restored'] = (signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const start = Date.now();
    const call = new HttpClient(async () => false, away(never)).json('/x', { timeout: 10_000 });
    const failed = call.catch((error: unknown) => [error, Date.now() - start]);
    await vi.runAllTimersAsync();
    expect(await failed).toEqual([
      expect.objectContaining({ status: 0, message: 'The server did not respond within 10 s' }),
      10_000,
    ]);
  });
});
